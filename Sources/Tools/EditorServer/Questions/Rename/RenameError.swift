/// An error with the reason why a name cannot be changed.
package struct RenameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  ///
  /// Later versions may add kinds.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// The position has no name that can be changed.
    package static let noName = Code(description: "noName")
    /// The new name is empty, or contains a character that its role does not allow.
    package static let invalidName = Code(description: "invalidName")
    /// Another declaration has the new name.
    package static let takenName = Code(description: "takenName")
    /// The name belongs to a type or a property rather than to a string literal.
    package static let symbol = Code(description: "symbol")
    /// A file with the name has changed since the compiler wrote its index.
    package static let staleIndex = Code(description: "staleIndex")
  }

  package let code: Code
  /// Sentences with the problem, its source location and the fix.
  package let message: String

  package var description: String { message }
}

extension RenameError {
  static let noName = RenameError(
    code: .noName,
    message: """
      the cursor is not in the name of an event, a task, a job, a relay or a notification. Place \
      it in such a name. To change a URL, rename its class or function.
      """)

  static func routingClass(_ name: String, at location: String) -> RenameError {
    RenameError(
      code: .symbol,
      message: """
        '\(name)' is a routing class at \(location), whose name is part of URLs in other modules. \
        Rename the class with the compiler's language server. Then correct the URLs that \
        'modkit check' reports, or keep them with '@KhalaModule("\(name)")'.
        """)
  }

  static func invalidName(_ name: String, because reason: String) -> RenameError {
    RenameError(
      code: .invalidName, message: "'\(name)' cannot be a name: \(reason). Choose another one.")
  }

  static func takenName(_ name: String, noun: String, at location: String) -> RenameError {
    RenameError(
      code: .takenName,
      message:
        "the \(noun) '\(name)' already exists at \(location). Choose another name, or rename that "
        + "\(noun) first.")
  }

  static func property(_ name: String, at location: String) -> RenameError {
    RenameError(
      code: .symbol,
      message:
        "'\(name)' is the name of a property at \(location), not a string. Rename it with the "
        + "compiler's language server.")
  }

  static func unindexedType(_ name: String, at location: String) -> RenameError {
    RenameError(
      code: .symbol,
      message: """
        '\(name)' is the name of a type at \(location), but the compiler's index does not contain it. \
        Build the package, and rename the type again.
        """)
  }

  static func staleIndex(_ name: String, in file: String) -> RenameError {
    RenameError(
      code: .staleIndex,
      message: """
        '\(name)' is the name of a type that \(file) used in the last build, but the file has changed \
        since. Build the package, and rename the type again.
        """)
  }
}
