/// An error that keeps the compiler's index from being read.
package struct IndexError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error; the list may grow.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    private init(_ description: String) { self.description = description }

    /// There is no library, or one that lacks a function.
    package static let missingLibrary = Code("missingLibrary")
    /// There is no index store.
    package static let missingStore = Code("missingStore")
    /// A part of the store cannot be read.
    package static let unreadable = Code("unreadable")
  }

  package let code: Code
  /// A sentence with the path and a fix.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

extension IndexError {
  /// The error for a program beside which there is no index store.
  package static func noStore(above program: String?) -> IndexError {
    IndexError(
      .missingStore,
      """
      there is no index store \(program.map { "beside '\($0)'" } ?? "for a program without a path"). \
      Build it for debugging, 'swift build', as the compiler writes the index then, or name the \
      folder that '-index-store-path' had.
      """)
  }
}
