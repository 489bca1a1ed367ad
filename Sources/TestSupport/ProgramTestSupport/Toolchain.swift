package import Foundation

/// The compilers and tools that tests use.
package enum Toolchain {
  /// Returns the path of a tool of the toolchain whose `swiftc` comes first in `PATH`, or else of
  /// the tool in `PATH`.
  package static func path(of tool: String) -> URL? {
    folders.map { $0.appending(path: tool) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// A command that runs a tool.
  package static func command(_ tool: String, _ arguments: [String], in folder: URL? = nil) throws
    -> Command
  {
    guard let executable = path(of: tool) else { throw MissingTool(name: tool) }
    return Command(executable: executable, arguments: arguments, folder: folder)
  }

  /// A tool that is not there.
  package struct MissingTool: Error, CustomStringConvertible {
    package let name: String

    package init(name: String) {
      self.name = name
    }

    package var description: String {
      "'\(name)' is neither in the toolchain nor in PATH; this test needs it installed."
    }
  }

  /// The folder that `swiftc` really lies in, so that its neighbors go before
  /// tools of the same name elsewhere; then the folders of `PATH`.
  private static let folders: [URL] = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let listed = path.split(separator: ":").map { URL(filePath: String($0)) }
    let compiler = listed.map { $0.appending(path: "swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    let toolchain = compiler?.resolvingSymlinksInPath().deletingLastPathComponent()
    return [toolchain].compactMap(\.self) + listed
  }()
}
