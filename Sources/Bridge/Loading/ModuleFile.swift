import BinaryRecords
import Foundation

/// The file of a module, read without opening it.
struct ModuleFile {
  let path: String
  let image: BinaryImage

  /// Reads the file, and rejects files that no process of this machine could open.
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

  /// Returns the libraries that the dynamic loader would open with the module, directly or
  /// indirectly.
  ///
  /// It omits open libraries, and libraries that are not found in run paths. The folders of the
  /// system are not searched, because its libraries do not matter here.
  func closedLibraries() -> [(path: String, image: BinaryImage)] {
    var found: [(path: String, image: BinaryImage)] = []
    var seen: Set<String> = []
    var waiting = [(path, image)]
    while let (user, image) = waiting.popLast() {
      for needed in image.traits.neededLibraries {
        let name = BinaryTraits.expand(needed, inFileAt: user)
        // A library that this file's run paths do not find may be found by another file's.
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

  /// Returns the absolute path of a file without symbolic links, so that each file has one name.
  static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Returns the path of a file or its folder, if every user may write to it.
  ///
  /// In a folder with the sticky bit, such as `/tmp`, only the owner of a file can replace it.
  ///
  /// - Returns: The path, or `nil` if neither is writable by all.
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

/// The loader of the system, from the view of this process.
///
/// Differences between platforms are in `DynamicLoader+….swift`.
enum DynamicLoader {
  /// The processor of the process, with its name in binaries.
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

  /// Returns whether a library with this path or name is open.
  static func hasOpened(_ library: String) -> Bool {
    guard let handle = unsafe dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
    // `dlopen` has counted this check as a use.
    unsafe dlclose(handle)
    return true
  }

  /// Returns whether code that is loaded later finds a symbol with this name.
  static func shares(_ symbol: String) -> Bool {
    unsafe dlsym(everywhere, symbol) != nil
  }

  /// The folders that are searched for every program, in addition to the system's.
  static var searchFolders: [String] {
    (ProcessInfo.processInfo.environment[searchVariable] ?? "")
      .split(separator: ":").map(String.init)
  }
}
