// SPDX-License-Identifier: MIT

/// The methods of the daemon by their qualified names.
package enum WireMethod: String, CaseIterable, Sendable {
  // MARK: - org.typeregistry.types

  case typeOf = "org.typeregistry.types.TypeOf"
  case typesForTag = "org.typeregistry.types.TypesForTag"
  case declaredTypes = "org.typeregistry.types.DeclaredTypes"
  case describe = "org.typeregistry.types.Describe"
  case conforms = "org.typeregistry.types.Conforms"
  case supertypes = "org.typeregistry.types.Supertypes"
  case subtypes = "org.typeregistry.types.Subtypes"
  case tags = "org.typeregistry.types.Tags"
  case suggestName = "org.typeregistry.types.SuggestName"
  case negotiate = "org.typeregistry.types.Negotiate"
  case search = "org.typeregistry.types.Search"

  // MARK: - org.typeregistry.handlers

  case rank = "org.typeregistry.handlers.Rank"
  case applications = "org.typeregistry.handlers.Applications"
  case bind = "org.typeregistry.handlers.Bind"
  case unbind = "org.typeregistry.handlers.Unbind"
  case bindings = "org.typeregistry.handlers.Bindings"
  case history = "org.typeregistry.handlers.History"
  case undo = "org.typeregistry.handlers.Undo"
  case confirm = "org.typeregistry.handlers.Confirm"

  // MARK: - org.typeregistry.registry

  case status = "org.typeregistry.registry.Status"
  case bundles = "org.typeregistry.registry.Bundles"
  case register = "org.typeregistry.registry.Register"
  case unregister = "org.typeregistry.registry.Unregister"
  case diagnostics = "org.typeregistry.registry.Diagnostics"
  case reload = "org.typeregistry.registry.Reload"
  case monitor = "org.typeregistry.registry.Monitor"
}

/// The errors of the daemon by their qualified names.
package enum WireError: String, CaseIterable, Sendable {
  // MARK: - org.typeregistry.types

  case typeNotFound = "org.typeregistry.types.TypeNotFound"
  case replyTooLong = "org.typeregistry.types.ReplyTooLong"

  // MARK: - org.typeregistry.handlers

  case noSuchApplication = "org.typeregistry.handlers.NoSuchApplication"
  case cannotStart = "org.typeregistry.handlers.CannotStart"
  case roleCannotBeChosen = "org.typeregistry.handlers.RoleCannotBeChosen"
  case typeLacksTag = "org.typeregistry.handlers.TypeLacksTag"
  case notATag = "org.typeregistry.handlers.NotATag"
  case tooLong = "org.typeregistry.handlers.TooLong"
  case nothingToUndo = "org.typeregistry.handlers.NothingToUndo"
  case noSuchChange = "org.typeregistry.handlers.NoSuchChange"
  case alreadyUndone = "org.typeregistry.handlers.AlreadyUndone"
  case changedSince = "org.typeregistry.handlers.ChangedSince"
  case storeProblem = "org.typeregistry.handlers.StoreProblem"
  case handlersReplyTooLong = "org.typeregistry.handlers.ReplyTooLong"

  // MARK: - org.typeregistry.registry

  case unusablePath = "org.typeregistry.registry.UnusablePath"
  case noBundle = "org.typeregistry.registry.NoBundle"
  case invalidBundle = "org.typeregistry.registry.InvalidBundle"
  case installed = "org.typeregistry.registry.Installed"
  case tooManyBundles = "org.typeregistry.registry.TooManyBundles"
  case notRegistered = "org.typeregistry.registry.NotRegistered"
  case notRead = "org.typeregistry.registry.NotRead"
  case registryStoreProblem = "org.typeregistry.registry.StoreProblem"
  case registryReplyTooLong = "org.typeregistry.registry.ReplyTooLong"
}
