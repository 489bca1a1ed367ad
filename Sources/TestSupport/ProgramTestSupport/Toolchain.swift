package import Foundation

/// The compilers and tools that tests use.
package enum Toolchain {
  /// Returns the path of a tool of the toolchain whose `swiftc` is first in `PATH`.
  ///
  /// If it does not exist there, returns the path of the tool in `PATH`.
  package static func path(of tool: String) -> URL? {
    folders.map { $0.appending(path: tool) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Returns a command that runs a tool.
  package static func command(_ tool: String, _ arguments: [String], in folder: URL? = nil) throws
    -> Command
  {
    guard let executable = path(of: tool) else { throw MissingTool(name: tool) }
    return Command(executable: executable, arguments: arguments, folder: folder)
  }

  /// A tool that does not exist.
  package struct MissingTool: Error, CustomStringConvertible {
    package let name: String

    package init(name: String) {
      self.name = name
    }

    package var description: String {
      "'\(name)' is neither in the toolchain nor in PATH; this test needs it installed."
    }
  }

  /// The folder that really contains `swiftc`, so that its tools take precedence over tools with
  /// the same names elsewhere, followed by the folders of `PATH`.
  private static let folders: [URL] = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let listed = path.split(separator: ":").map { URL(filePath: String($0)) }
    let compiler = listed.map { $0.appending(path: "swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    let toolchain = compiler?.resolvingSymlinksInPath().deletingLastPathComponent()
    return [toolchain].compactMap(\.self) + listed
  }()
}
