import BinaryRecords
import Foundation

/// The file of a module, read and not opened.
struct ModuleFile {
  let path: String
  let image: BinaryImage

  /// Reads the file, and rejects what no process of this machine could open.
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

  /// The libraries that the dynamic loader opens with it, and those that they need in turn, as
  /// far as they are not open yet and are found along run paths.
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
        // A library that this file's run paths do not find may be found by another's.
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

  /// Returns the path of a file or its folder, whichever every user may write to.
  ///
  /// In a folder with the sticky bit, such as `/tmp`, only the owner of a file can
  /// replace it.
  ///
  /// - Returns: `nil` if neither is.
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

/// The loader of the system, as it sees the process.
///
/// What differs between systems is in `DynamicLoader+….swift`.
enum DynamicLoader {
  /// The processor that the process runs on, as files name it.
  static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      arm64Name
    #elseif arch(riscv64)
      "riscv64"
    #else
      #error("Name this processor here as BinaryRecords does.")
    #endif
  }

  /// Returns whether a library of this path or name is open.
  static func hasOpened(_ library: String) -> Bool {
    guard let handle = unsafe dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
    // Asking has counted as opening it.
    unsafe dlclose(handle)
    return true
  }

  /// Returns whether code that comes later finds a symbol of this name.
  static func shares(_ symbol: String) -> Bool {
    unsafe dlsym(everywhere, symbol) != nil
  }

  /// The folders that are searched for every program, beside the system's own.
  static var searchFolders: [String] {
    (ProcessInfo.processInfo.environment[searchVariable] ?? "")
      .split(separator: ":").map(String.init)
  }
}
