import CommandLineKit

extension CommandOption {
  /// The folder of a module that is not named like it.
  static let moduleFolder = CommandOption(
    name: "module-folder", value: "module=path", isRepeated: true,
    summary: "Where the sources of a module are below the root, if not in a folder of its name.")
}

extension Invocation {
  /// The folders of modules that the options of a command name.
  func moduleFolders(of command: String) throws(CommandMistake) -> [String: String] {
    var folders: [String: String] = [:]
    for pair in arguments.values(.moduleFolder) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw CommandMistake(
          "'--module-folder' has to be a pair such as Feed=Modules/Feed, and is '\(pair)'",
          of: command)
      }
      folders[String(parts[0])] = String(parts[1])
    }
    return folders
  }
}
