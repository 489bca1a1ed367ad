#if os(Linux)
  import Foundation

  extension LogFolder {
    /// The folder in which programs of the user keep their state.
    static var userState: URL {
      userState(
        environment: ProcessInfo.processInfo.environment,
        home: FileManager.default.homeDirectoryForCurrentUser)
    }

    /// Returns the folder that the XDG base directory specification defines for an environment.
    ///
    /// As the specification requires, a path that is not absolute is ignored.
    static func userState(environment: [String: String], home: URL) -> URL {
      if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") {
        return URL(filePath: path, directoryHint: .isDirectory)
      }
      return home.appending(path: ".local/state", directoryHint: .isDirectory)
    }
  }
#endif
