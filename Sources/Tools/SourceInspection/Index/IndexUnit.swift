/// A compiled file in the index.
package struct IndexUnit: Sendable, Hashable {
  /// The name of the unit in the store.
  package var name: String
  package var module: String
  /// The path of the source.
  ///
  /// It is empty for the unit of a module.
  package var mainFile: String
  /// The path of the object file.
  package var outputFile: String
  /// A Boolean value that indicates whether the unit belongs to the system or the toolchain.
  package var isSystem: Bool
  /// The time at which the compiler wrote the unit.
  package var written: FileTime
  /// The names of the records with the occurrences of its symbols.
  package var records: [String]
  /// The imported modules, without modules of the system.
  package var imports: [String]

  package init(
    name: String, module: String, mainFile: String, outputFile: String, isSystem: Bool = false,
    written: FileTime, records: [String], imports: [String]
  ) {
    self.name = name
    self.module = module
    self.mainFile = mainFile
    self.outputFile = outputFile
    self.isSystem = isSystem
    self.written = written
    self.records = records
    self.imports = imports
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  #error("the C library of this system is unknown")
#endif

/// The time of the last change of a file, in nanoseconds since 1970.
package struct FileTime: Sendable, Hashable, Comparable {
  package var nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64) {
    self.nanoseconds = seconds &* 1_000_000_000 &+ nanoseconds
  }

  /// Reads the time of a file.
  ///
  /// Returns `nil` if the file does not exist.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
