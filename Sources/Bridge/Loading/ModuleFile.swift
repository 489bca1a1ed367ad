import BinaryRecords
import Foundation

/// The file of a module, read and not opened.
struct ModuleFile {
  let path: String
  let image: BinaryImage

  /// Reads the file, and refuses what no process of this machine could open.
  init(_ path: String) throws(LoadingError) {
    self.path = path
    let file: BinaryFile
    do throws(BinaryError) { file = try BinaryFile(path: path) } catch {
      throw .unreadable(path, error)
    }
    let images = file.images.filter { $0.traits.format == DynamicLoader.format }
    guard let first = images.first ?? file.images.first else {
      throw .notALibrary(path, "an archive without object files")
    }
    let needed = DynamicLoader.architecture
    let image = images.first { $0.traits.architecture == needed } ?? first
    guard image.traits.form == .sharedLibrary else {
      throw .notALibrary(
        path, image.traits.form == .executable ? "a program" : "made of \(image.traits.form)s")
    }
    guard image.traits.format == DynamicLoader.format, image.traits.architecture == needed else {
      throw .otherMachine(
        path, built: "\(image.traits.format.rawValue) on \(image.traits.architecture)",
        needed: "\(DynamicLoader.format.rawValue) on \(needed)")
    }
    self.image = image
  }

  /// The libraries that the loader opens with it, that are not open yet and that are
  /// found beside it, and those that they need in turn.
  ///
  /// The system's own libraries are of no interest, so its folders are not
  /// searched.
  func closedLibraries() -> [(path: String, image: BinaryImage)] {
    var found: [(path: String, image: BinaryImage)] = []
    var seen: Set<String> = []
    var waiting = [(path, image)]
    while let (user, image) = waiting.popLast() {
      for needed in image.traits.neededLibraries {
        let name = BinaryTraits.expand(needed, inFileAt: user)
        // One that is not found from here may be found from another file.
        guard !seen.contains(name), !DynamicLoader.hasOpened(name),
          let path = Self.find(name, in: image.traits.runFolders(ofFileAt: user)),
          let library = try? BinaryFile(path: path).images.first
        else { continue }
        seen.insert(name)
        found.append((path, library))
        waiting.append((path, library))
      }
    }
    return found
  }

  private static func find(_ name: String, in runFolders: [String]) -> String? {
    if name.contains("/") { return name }
    return (runFolders + DynamicLoader.searchFolders).map { "\($0)/\(name)" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The absolute path of a file, without symbolic links: one name for one file.
  static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Returns what another user could replace or write to, of a file and its folder.
  ///
  /// In a folder with the sticky bit, such as `/tmp`, only the owner of a file can
  /// replace it.
  ///
  /// - Returns: The path that every user may write to, or `nil`.
  static func pathOpenToAll(_ path: String) -> String? {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if let mode = mode(of: path), mode & S_IWOTH != 0 { return path }
    if let mode = mode(of: folder), mode & S_IWOTH != 0, mode & S_ISVTX == 0 { return folder }
    return nil
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode : nil
  }
}
