import Foundation
import ProgramTestSupport

extension Toolchain {
  /// What a Swift compiler must be told to expand the toolkit's macros.
  static func macroArguments() throws -> [String] {
    try ["RecordMacros", "ToolkitMacros"].flatMap { module in
      let plugin = LinkMatrix.products.appending(path: "\(module)-tool")
      guard FileManager.default.isExecutableFile(atPath: plugin.path) else {
        throw MissingTool(name: plugin.path)
      }
      return ["-load-plugin-executable", "\(plugin.path)#\(module)"]
    }
  }
}
