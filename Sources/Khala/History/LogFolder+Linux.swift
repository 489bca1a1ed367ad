#if os(Linux)
  import Foundation

  extension LogFolder {
    /// Where the programs of the user keep what they want to find again.
    static var userState: URL {
      userState(
        environment: ProcessInfo.processInfo.environment,
        home: FileManager.default.homeDirectoryForCurrentUser)
    }

    /// What the XDG base directory specification says about an environment.
    ///
    /// It asks to ignore paths that are not absolute.
    static func userState(environment: [String: String], home: URL) -> URL {
      if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") {
        return URL(filePath: path, directoryHint: .isDirectory)
      }
      return home.appending(path: ".local/state", directoryHint: .isDirectory)
    }
  }
#endif
