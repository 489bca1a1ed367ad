import BinaryRecords
import Declarations
import Foundation
import ModularityTestSupport
import Testing

/// Files that are none, or broken, or made to be slow.
@Suite struct BrokenFileTests {
  private func error(_ bytes: [UInt8]) throws -> BinaryError {
    try #require(throws: BinaryError.self) { try Sample.read(bytes) }
  }

  @Test func `A file that is not a binary is rejected`() throws {
    for bytes in [[], [0x7F], Array("#!/bin/sh\n".utf8), [0x7F, 0x45, 0x4C]] {
      #expect(try error(bytes).code == .unknownFormat)
    }
    #expect(try error([0x42, 0x43, 0xC0, 0xDE]).code == .unsupportedFormat)
    #expect(
      try error([]).description
        == "sample at offset 0: it is not an ELF or Mach-O file, or an archive of them.")
  }

  @Test func `Other word sizes and byte orders are rejected with a suggestion`() throws {
    for (offset, value) in [(4, UInt8(1)), (5, 2)] {
      var bytes = Sample.executable()
      bytes[offset] = value
      let error = try error(bytes)
      #expect(error.code == .unsupportedFormat)
      #expect(error.message.contains("64-bit little-endian"))
    }
    for magic: [UInt8] in [[0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF]] {
      #expect(try error(magic + Array(repeating: 0, count: 60)).code == .unsupportedFormat)
    }
  }

  @Test func `Tables beyond the end of the file are rejected`() throws {
    for (field, value) in [(32, UInt64.max), (32, 1 << 40)] {
      var bytes = Sample.executable()
      bytes.store(value, at: field)
      #expect(try error(bytes).code == .truncated)
    }
    var object = Sample.object()
    object.store(UInt64.max - 63, at: 40)
    #expect(try error(object).code == .truncated)
    var entries = Sample.executable()
    entries.store(UInt16(40), at: 54)
    #expect(try error(entries).code == .malformed)
    var many = Sample.executable()
    many.store(UInt16(5_000), at: 56)
    #expect(try error(many).code == .malformed)
  }

  @Test func `A file that cannot be opened is an error with the reason`() throws {
    let folder = try TemporaryFolder()
    let empty = folder.appending(path: "empty")
    try Data().write(to: empty)
    let pipe = folder.appending(path: "pipe")
    let made = unsafe mkfifo(pipe.path, 0o600)
    #expect(made == 0)
    let cases: [(URL, BinaryError.Code, String)] = [
      (folder.appending(path: "missing"), .unreadable, "No such file or directory"),
      (folder.url, .unreadable, "not a regular file"), (pipe, .unreadable, "not a regular file"),
      (empty, .unknownFormat, "it is empty"),
    ]
    for (url, code, part) in cases {
      let error = try #require(throws: BinaryError.self) { try BinaryFile(path: url.path) }
      #expect(error.code == code)
      #expect(error.path == url.path)
      #expect(error.description.hasPrefix(url.path))
      #expect(error.message.contains(part))
    }
  }

  /// Reads a file, and everything in it that is read only when asked for.
  ///
  /// - Returns: How many records it has, if it can be read.
  @discardableResult
  private func readEverything(_ bytes: [UInt8]) -> Int? {
    guard let file = try? Sample.read(bytes) else { return nil }
    for image in file.images {
      _ = image.comments
      _ = image.linker
      _ = image.sharedSymbols()
      _ = image.sharedSymbol(named: "modkit_marker")
    }
    _ = file.problems.map(\.description)
    return file.records.count
  }

  @Test(arguments: Sample.all.map(\.name))
  func `A truncated file gives the remaining records, or an error`(name: String) throws {
    let bytes = try #require(Sample.all.first { $0.name == name }).bytes
    #expect(readEverything(bytes) == 3)
    for count in 0..<bytes.count {
      let found = readEverything(Array(bytes[..<count]))
      #expect(found ?? 0 <= 3)
    }
  }

  @Test(arguments: Sample.all.map(\.name))
  func `Changing any byte of a file does not crash the reader`(name: String) throws {
    let bytes = try #require(Sample.all.first { $0.name == name }).bytes
    let offsets = bytes.indices.filter { bytes[$0] != 0 || $0 < 600 }
    for offset in Sweep.inputs(offsets, oneIn: 7) {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var damaged = bytes
        damaged[offset] = value
        readEverything(damaged)
      }
    }
  }

  @Test(arguments: Sample.all.map(\.name))
  func `Random bytes in any part of a file do not crash the reader`(name: String) throws {
    let bytes = try #require(Sample.all.first { $0.name == name }).bytes
    var random = SeededGenerator(seed: 3)
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Most of what decides anything stands at the beginning or the end.
        let start =
          Bool.random(using: &random)
          ? Int.random(in: 0..<min(400, bytes.count), using: &random)
          : Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + [1, 2, 4, 8].randomElement(using: &random)!)
        let extreme = [UInt8(0), 0xFF].randomElement(using: &random)!
        for offset in start..<end {
          damaged[offset] =
            Bool.random(using: &random) ? extreme : .random(in: 0 ... .max, using: &random)
        }
      }
      readEverything(damaged)
    }
  }

  @Test func `Random bytes after a valid header never trap`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2_000 {
      let count = Int.random(in: 60...400, using: &random)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
      bytes.replaceSubrange(
        0..<8,
        with: [
          [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], [0xCF, 0xFA, 0xED, 0xFE, 0, 0, 0, 1],
          ArchiveWriter.magic, [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2],
        ].randomElement(using: &random)!)
      readEverything(bytes)
    }
  }

  @Test func `Sections that all hold the same bytes are read a few times at most`() throws {
    var elf = ELFWriter(ELFWriter.relocatable)
    let records = Sample.records((1...3_000).map { .sample("k", line: $0) }, accessor: 0)
    let start = elf.place(records)
    for _ in 0..<3_000 { elf.section("", 7, at: start, size: records.count) }
    let problems = try Sample.read(elf.bytes()).problems
    #expect(problems.contains { $0.code == .unreadableTable })
    // Six are read, whose records are a problem each; every other section is one problem.
    let count = 6 * 3_000 + 2_994
    #expect(problems.last?.message == "\(count - 1_000) more problems are not listed")
  }

  @Test func `Problems beyond the limit are counted and not listed`() throws {
    var broken = Sample.fields[0].bytes(accessor: 0)
    broken.store(UInt16(9), at: 16)
    var elf = ELFWriter(ELFWriter.executable)
    elf.segment(4, Array(repeatElement(broken, count: 1_500).joined()))
    elf.load()
    let problems = try Sample.read(elf.bytes()).problems
    #expect(problems.count == 1_001)
    #expect(problems.last?.code == .manyProblems)
    #expect(problems.last?.message == "500 more problems are not listed")
  }
}
