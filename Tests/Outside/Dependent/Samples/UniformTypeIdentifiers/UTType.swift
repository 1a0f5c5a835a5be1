// SPDX-License-Identifier: MIT

// All that a program for Apple's systems needs here: its sources are compiled without a change.

@_exported import TypeRegistryFoundation

/// Apple's name of a type.
public typealias UTType = UniformType
/// Apple's name of a tag class.
public typealias UTTagClass = TagClass
