// SPDX-License-Identifier: MIT

/// The path of the program that shows where a Swift program crashed: there is none.
///
/// Swift's run-time library looks for it at each start, in eight places around the program's own, and
/// ends the process where `/proc` is not mounted. The static programs are linked so that it calls this
/// instead (the linker's `--wrap`): the backtracer is installed with Swift, and never with them.
///
/// - Parameter name: The name of the program.
/// - Returns: Nothing.
@_cdecl("__wrap_swift_copyAuxiliaryExecutablePath")
package func pathOfNoBacktracer(_ name: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
  nil
}
