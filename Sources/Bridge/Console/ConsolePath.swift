import Foundation

/// The paths of consoles and their folders.
enum ConsolePath {
  /// Returns the default path of an app's console: in the runtime folder of the user's session, or
  /// in a private folder inside the temporary folder.
  static func standard(
    for name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(BridgeConsoleError) -> String {
    let folder: String
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      folder = runtime + "/modularitykit"
    } else {
      let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
      folder = temporary + "/modularitykit-\(geteuid())"
    }
    try makePrivateFolder(folder)
    return folder + "/\(fileName(for: name)).sock"
  }

  /// Returns the name of the socket of an app.
  static func fileName(for name: String) -> String {
    let allowed = name.map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
        ? character : "-"
    }
    return allowed.isEmpty ? "app" : String(allowed.prefix(60))
  }

  /// Creates a private folder, or checks that an existing one is private.
  private static func makePrivateFolder(_ path: String) throws(BridgeConsoleError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
      throw BridgeConsoleError(.call("mkdir", at: path))
    }
    var status = stat()
    // The link itself is checked and not its target, because another user may have created the
    // link.
    guard unsafe lstat(path, &status) == 0 else {
      throw BridgeConsoleError(.call("lstat", at: path))
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o77 == 0
    else {
      throw BridgeConsoleError(
        .badPath,
        """
        the folder '\(path)' cannot contain a console: it must belong to this user, and no other \
        user may enter it. Run 'chmod 700' on it, or choose another path.
        """)
    }
  }
}
