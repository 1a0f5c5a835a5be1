// SPDX-License-Identifier: MIT

/// The parts of a registry image, in the order in which they stand there.
package enum ImagePart: Int, CaseIterable, Sendable {
  case strings
  case types
  case conformances
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
  case translations
  case claims
  case claimDetails
  case claimDirectory
  case claimRuns
  case tagClaims
  case launchArguments
  case siteBindings
  case diagnostics
  case inputs

  /// The width of one record in bytes.
  package var stride: Int {
    switch self {
    case .strings, .inputs: 1
    case .types: MemoryLayout<TypeRecord>.stride
    case .literalFilter: 8
    case .conformanceSlots: 2
    case .conformances, .parents, .subtypes, .overflowSlots, .typeTags, .identifierSlots,
      .tagClasses, .patternRuns, .claimRuns, .launchArguments:
      4
    case .declarations: MemoryLayout<DeclarationRecord>.stride
    case .details: MemoryLayout<DeclarationDetailsRecord>.stride
    case .bundles: MemoryLayout<BundleRecord>.stride
    case .tagSlots: MemoryLayout<TagSlot>.stride
    case .longTags: MemoryLayout<LongTag>.stride
    case .candidates: MemoryLayout<CandidateRecord>.stride
    case .globs: MemoryLayout<GlobRecord>.stride
    case .patternGroups: MemoryLayout<PatternGroupRecord>.stride
    case .nameFilter: MemoryLayout<NameFilterRecord>.stride
    case .supplementedTags, .supplementedParents: MemoryLayout<SupplementedRecord>.stride
    case .claims: MemoryLayout<ClaimRecord>.stride
    case .claimDetails: MemoryLayout<ClaimDetailsRecord>.stride
    case .claimDirectory: MemoryLayout<ClaimDirectoryRecord>.stride
    case .tagClaims: MemoryLayout<TagClaimRecord>.stride
    case .siteBindings: MemoryLayout<SiteBindingRecord>.stride
    case .translations: MemoryLayout<TranslationRecord>.stride
    case .diagnostics: MemoryLayout<DiagnosticRecord>.stride
    }
  }
}
