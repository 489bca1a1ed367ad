import CCompilerIndex

/// The toolchain's library that reads the compiler's index, opened when it is first needed.
///
/// `@unchecked Sendable`: it holds a path and addresses of functions, which never change and stay
/// valid, as the library is never closed. The state is in each ``IndexStore``.
package struct IndexLibrary: @unchecked Sendable {
  package let path: String
  let functions: compiler_index_functions

  /// Opens a library, which stays open until the process ends.
  ///
  /// - Throws: An ``IndexError`` with the reason that the system gives.
  package init(path: String) throws(IndexError) {
    var functions = compiler_index_functions()
    var message = [CChar](repeating: 0, count: 1_024)
    let status = unsafe message.withUnsafeMutableBufferPointer { buffer in
      unsafe compiler_index_load(path, &functions, buffer.baseAddress!, buffer.count)
    }
    guard status == 0 else {
      let reason = String(
        decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw IndexError(
        .missingLibrary,
        """
        the library '\(path)' of the compiler's index cannot be used: \(reason). Set \
        \(Self.variable) to the 'libIndexStore' of a Swift toolchain.
        """)
    }
    let version = functions.version()
    guard version / 10_000 == 0 else {
      throw IndexError(
        .missingLibrary,
        """
        the library '\(path)' of the compiler's index has version \(version / 10_000).\
        \(version % 10_000) of its interface, and modkit knows 0.16. Set \(Self.variable) to that \
        of an older toolchain, or update modkit.
        """)
    }
    self.path = path
    self.functions = functions
  }

  /// Opens the library at a path, or that of the toolchain in `PATH`.
  ///
  /// - Throws: An ``IndexError`` if there is none.
  package static func open(_ path: String? = nil) throws(IndexError) -> IndexLibrary {
    if let path { return try IndexLibrary(path: path) }
    return try IndexLibrary(path: find())
  }

  /// Returns the text of an error of the library, and releases the error.
  func consume(_ error: UnsafeMutableRawPointer?) -> String {
    guard let error = unsafe error else { return "the library gives no reason" }
    defer { unsafe functions.error_dispose(error) }
    return unsafe functions.error_get_description(error).map { unsafe String(cString: $0) }
      ?? "the library gives no reason"
  }
}
