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

  /// Returns the path of the library: that of the environment variable, or beside the `swift`
  /// that comes first in `PATH`.
  ///
  /// On macOS also in the developer folder that `DEVELOPER_DIR` names, or in that of Xcode; this
  /// has not been tried on a Mac.
  ///
  /// - Throws: An ``IndexError`` if there is none.
  package static func find(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(IndexError) -> String {
    if let path = environment[variable], !path.isEmpty { return path }
    let candidates = besideCompiler(environment) + inDeveloperFolder(environment)
    if let path = candidates.first(where: FileManager.default.fileExists) { return path }
    throw IndexError(
      .missingLibrary,
      """
      there is no '\(fileName)' beside the 'swift' in PATH. Set \(variable) to that of a Swift \
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

  /// Returns a path without symbolic links; `nil` if there is no file.
  ///
  /// Every link is followed: `/usr/bin/swift` is often one to a link.
  private static func realPath(of path: String) -> String? {
    URL(filePath: path).resolvingSymlinksInPath().path
  }
}
