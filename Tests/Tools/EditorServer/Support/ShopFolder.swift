import Declarations
import Foundation
import ModularityTestSupport
import ProgramTestSupport

/// A package with a source and a built program, in which `Feed` declares tasks.
struct ShopFolder {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: build, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder.path("Sources/Feed"), withIntermediateDirectories: true)
  }

  /// The path without links, as the server has it.
  var root: String { folder.url.resolvingSymlinksInPath().path }
  var build: String { folder.path(".build/debug") }
  /// The path of the source that declares the tasks.
  var tasks: String { root + "/Sources/Feed/Tasks.swift" }
  /// The path of a source that uses them.
  var start: String { root + "/Sources/Feed/Start.swift" }

  /// Writes the source and the program for tasks, each on a line of its own.
  func build(_ names: [String], program: String = "shop") throws {
    let source = names.map { "#task(\"\($0)\") {}\n" }.joined()
    _ = try folder.write(source, to: "Sources/Feed/Tasks.swift")
    try link(names, program: program)
  }

  /// Writes a program, as a linker does at its end.
  func link(_ names: [String], program: String = "shop") throws {
    let records = names.enumerated().map { number, name in
      RecordFields(
        kind: .eventTask, key: name, fileID: "Feed/Tasks.swift", line: UInt32(number + 1),
        column: 1, detail: #"{"on":["demand"]}"#)
    }
    try write(RecordProgram.bytes(records), program: program)
  }

  func write(_ bytes: [UInt8], program: String = "shop") throws {
    try Data(bytes).write(to: URL(filePath: "\(build)/\(program)"), options: .atomic)
  }
}
