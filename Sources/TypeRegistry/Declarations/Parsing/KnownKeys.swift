// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The keys that are documented for the parts of a bundle that the registry reads.
///
/// Sources for keys that do not begin with `TR`: Apple, *Information Property List Key Reference*
/// and the current *Bundle Resources* pages (`UTTypeIcons`, `LSAlternate…`). The lists include keys
/// without effect, so that these get no diagnostic.
enum KnownKeys {
  /// Keys of the bundle itself; other keys of Apple's families are recognised by their prefixes.
  static let bundle = [
    "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName", "CFBundleVersion",
    "CFBundleShortVersionString", "CFBundleDevelopmentRegion", "CFBundleDocumentTypes",
    "CFBundleURLTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations",
    "TRTypeSupplements", "TRLaunch", "TRLocalizedStrings", "TRDefaultHandlers",
    "TRProgramDirectories", "CFBundleIconFile", "CFBundleIconName",
  ]

  static let type = [
    "UTTypeIdentifier", "UTTypeDescription", "UTTypeConformsTo", "UTTypeTagSpecification",
    "UTTypeIconFile", "UTTypeIconFiles", "UTTypeIcons", "UTTypeIconName", "UTTypeReferenceURL",
    "UTTypeVersion", "UTTypeIsWildcard", "UTTypeSize64IconFile", "UTTypeSize320IconFile",
    "TRContentRules", "TRFreedesktopMIMEType", "TRPreferredExtensions", "TRSwiftConstant",
  ]

  static let icons = [
    "UTTypeIconName", "UTTypeIconText", "UTTypeIconBackgroundName", "UTTypeIconBadgeName",
  ]

  static let contentRule = [
    "Priority", "Offset", "Text", "Bytes", "Mask", "IgnoresCase", "Fact", "Value", "Matches",
    "RootElement",
  ]

  static let rootElement = ["Namespace", "Name"]

  static let supplement = ["UTTypeIdentifier", "UTTypeTagSpecification", "UTTypeConformsTo"]

  static let documentType = [
    "CFBundleTypeName", "LSItemContentTypes", "CFBundleTypeRole", "LSHandlerRank",
    "CFBundleTypeIconFile", "CFBundleTypeIconFiles", "CFBundleTypeExtensions",
    "CFBundleTypeMIMETypes", "CFBundleTypeOSTypes", "LSTypeIsPackage", "NSDocumentClass",
    "NSExportableTypes", "NSExportableAs", "NSPersistentStoreTypeKey",
    "NSUbiquitousDocumentUserActivityType", "CFBundleTypeIconSystemGenerated", "UTTypeIcons",
    "CFBundleTypeIcons", "LSIsAppleDefaultForType", "LSTypeIsAlwaysPackage",
    "CFBundleTypeScheme", "NSIsRelatedItemType", "LSDropHandler", "CFBundleTypeSystemRole",
  ]

  static let urlType = [
    "CFBundleURLSchemes", "CFBundleURLName", "CFBundleTypeRole", "LSHandlerRank",
    "CFBundleURLIconFile", "CFBundleURLTypes", "LSIsAppleDefaultForScheme", "CFBundleTypeName",
  ]

  static let launch = ["Arguments", "Terminal"]

  /// The one of `keys` that `key` probably misspells: it differs only in case, or by one letter
  /// more, less, replaced, or swapped with its neighbour.
  static func nearest(to key: String, in keys: [String]) -> String? {
    keys.first {
      // The lengths alone exclude most keys.
      abs($0.utf8.count - key.utf8.count) <= 1
        && EditDistance.between(key.asciiLowercased, $0.asciiLowercased, atMost: 1) != nil
    }
  }
}

extension JSONValue.Kind {
  /// The kind of a value, in a message.
  var phrase: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
