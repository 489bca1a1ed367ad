import CGround

/// The system's libpq, opened when the first store needs it.
///
/// `@unchecked Sendable`: it holds addresses of functions, and never changes.
struct PostgresLibrary: @unchecked Sendable {
  let functions: task_store_postgres

  /// The file name of the library, which the system's loader finds.
  #if canImport(Darwin)
    static let fileName = "libpq.5.dylib"
  #else
    static let fileName = "libpq.so.5"
  #endif

  private static let system = Result { () throws(TaskStoreError) in
    try PostgresLibrary(fileName)
  }

  /// Returns the library of the system.
  static func ofSystem() throws(TaskStoreError) -> PostgresLibrary { try system.get() }

  /// Opens a library.
  ///
  /// - Throws: An error that names the package to install, if there is none.
  init(_ fileName: String) throws(TaskStoreError) {
    var functions = task_store_postgres()
    let problem = unsafe SystemLibrary.problem { message, size in
      unsafe task_store_load_postgres(fileName, &functions, message, size)
    }
    if let problem {
      throw TaskStoreError(
        .missingLibrary,
        """
        the library '\(fileName)' of PostgreSQL cannot be used: \(problem). Install version 14 or \
        later of it, on Debian and Ubuntu with 'apt-get install libpq5', or use another store.
        """)
    }
    self.functions = functions
  }
}
