import CCompilerIndex

/// The library of the toolchain that reads the compiler's index.
///
/// It is opened when it is first needed.
///
/// `@unchecked Sendable`: it contains a path and addresses of functions. These never change and
/// remain valid, because the library is never closed. The state is in each ``IndexStore``.
package struct IndexLibrary: @unchecked Sendable {
  package let path: String
  let functions: compiler_index_functions

  /// Opens a library, which remains open until the process ends.
  ///
  /// - Throws: An ``IndexError`` with the reason that the system provides.
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
        \(version % 10_000) of its interface, but modkit reads 0.16. Set \(Self.variable) to the \
        library of an older toolchain, or update modkit.
        """)
    }
    self.path = path
    self.functions = functions
  }

  /// Opens the library at a path.
  ///
  /// By default, opens the library of the toolchain in `PATH`.
  ///
  /// - Throws: An ``IndexError`` if the library does not exist.
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

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension IndexLibrary {
  /// The environment variable with the path of the library.
  package static let variable = "MODKIT_INDEX_LIBRARY"

  /// The file name of the library.
  #if canImport(Darwin)
    static let fileName = "libIndexStore.dylib"
  #else
    static let fileName = "libIndexStore.so"
  #endif

  /// Returns the path of the library.
  ///
  /// It is in the environment variable, or next to the first `swift` in `PATH`.
  ///
  /// On macOS, the developer folder in `DEVELOPER_DIR` or of Xcode is also searched. This has not
  /// been tested on a Mac.
  ///
  /// - Throws: An ``IndexError`` if the library does not exist.
  package static func find(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(IndexError) -> String {
    if let path = environment[variable], !path.isEmpty { return path }
    let candidates = besideCompiler(environment) + inDeveloperFolder(environment)
    if let path = candidates.first(where: FileManager.default.fileExists) { return path }
    throw IndexError(
      .missingLibrary,
      """
      no '\(fileName)' belongs to the 'swift' in PATH. Set \(variable) to the library of a Swift \
      toolchain, such as '/opt/swift/usr/lib/\(fileName)'.
      """)
  }

  private static func besideCompiler(_ environment: [String: String]) -> [String] {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.map { $0 + "/swift" }
      .filter(FileManager.default.isExecutableFile)
      .compactMap { realPath(of: $0) }
      .map { URL(filePath: $0).deletingLastPathComponent().deletingLastPathComponent().path }
      .map { "\($0)/lib/\(fileName)" }
  }

  private static func inDeveloperFolder(_ environment: [String: String]) -> [String] {
    #if canImport(Darwin)
      let folder =
        environment["DEVELOPER_DIR"] ?? "/Applications/Xcode.app/Contents/Developer"
      return ["\(folder)/Toolchains/XcodeDefault.xctoolchain/usr/lib/\(fileName)"]
    #else
      return []
    #endif
  }

  /// Returns a path without symbolic links, or `nil` if the file does not exist.
  ///
  /// All links are followed, because `/usr/bin/swift` often refers to another link.
  private static func realPath(of path: String) -> String? {
    URL(filePath: path).resolvingSymlinksInPath().path
  }
}

/// An error of reading the compiler's index.
package struct IndexError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  ///
  /// Later releases may add kinds.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The library does not exist, or does not have a required function.
    package static let missingLibrary = Code("missingLibrary")
    /// The index store does not exist.
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
  /// Returns the error for a program without an index store.
  package static func noStore(above program: String?) -> IndexError {
    IndexError(
      .missingStore,
      """
      no index store is \(program.map { "beside '\($0)'" } ?? "known for a program without a path"). \
      Build the program for debugging with 'swift build', which writes the index, or name the \
      folder of '-index-store-path'.
      """)
  }
}
