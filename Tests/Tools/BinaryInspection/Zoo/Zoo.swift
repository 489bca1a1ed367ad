import BinaryRecords
import Foundation
import ProgramTestSupport
import Testing

/// Files of every sort that compilers, linkers and tools made, built once for all
/// suites.
///
/// They are kept in memory, so that nothing stays in the file system.
struct Zoo: Sendable {
  private var animals: [String: [UInt8]] = [:]

  /// All of them.
  static var shared: Zoo {
    get async throws { try await built.value }
  }

  /// The linkers that are installed.
  static let linkers = ["lld", "gold", "bfd"].filter { Toolchain.path(of: "ld.\($0)") != nil }

  /// Of some tools, those that are installed.
  static func installed(_ tools: String...) -> [String] {
    tools.filter { Toolchain.path(of: $0) != nil }
  }

  private static let built = Task {
    try await CProgram.withFolder { place in
      var builder = ZooBuilder(place: place)
      try await builder.buildInputs()
      for linker in linkers { try await builder.build(with: linker) }
      try await builder.buildOthers()
      return Zoo(animals: try builder.files.mapValues { Array(try Data(contentsOf: $0)) })
    }
  }

  /// The names of all files.
  var names: [String] { animals.keys.sorted() }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> [UInt8] {
    try #require(animals[name], "there is no \(name) in the zoo")
  }

  /// A file, read under the last part of its name.
  func file(_ name: String) throws -> BinaryFile {
    try BinaryFile(bytes: bytes(name), name: String(name.split(separator: "/").last ?? ""))
  }

  /// Several files.
  func files(_ names: String...) throws -> [BinaryFile] { try names.map { try file($0) } }

  /// A linked file in which the loader is told of no notes.
  func withoutNoteSegments(_ name: String) throws -> BinaryFile {
    var bytes = try bytes(name)
    let table = bytes[32..<40].reversed().reduce(0) { $0 << 8 | Int($1) }
    let count = Int(bytes[56]) | Int(bytes[57]) << 8
    for entry in 0..<count where bytes[table + 56 * entry] == 4 { bytes[table + 56 * entry] = 0 }
    return try BinaryFile(bytes: bytes, name: "app")
  }
}
