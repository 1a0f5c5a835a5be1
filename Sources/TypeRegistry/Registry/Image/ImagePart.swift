// SPDX-License-Identifier: MIT

/// The parts of a registry image, in their order there.
///
/// The property of ``CompiledRegistry`` that reads a part defines the type of its records.
package enum ImagePart: Int, CaseIterable, Sendable {
  case strings
  case types
  case conformances
  case conformanceRows
  case conformanceSlots
  case parents
  case subtypes
  case overflowSlots
  case typeTags
  case declarations
  case details
  case bundles
  case identifierSlots
  case tagSlots
  case longTags
  case candidates
  case tagClasses
  case globs
  case patternGroups
  case patternRuns
  case literalFilter
  case nameFilter
  case supplementedTags
  case supplementedParents
  case opensAs
  case translations
  case claims
  case claimDetails
  case claimDirectory
  case claimRuns
  case tagClaims
  case launchArguments
  case siteBindings
  case associations
  case associationStrings
  case mimeLinks
  case magic
  case magicMatches
  case contentGates
  case contentReach
  case rootElements
  case trees
  case treeMatches
  case diagnostics
  // The parts from here on are not in the digest: the same declarations elsewhere have the same one.
  case pathStarts
  case paths
  case bundleLevels
  case inputs
}
