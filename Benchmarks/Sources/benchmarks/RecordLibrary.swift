import BenchmarkHarness
import Foundation
import SectionRegistry

/// A shared library that holds nothing but records, made and loaded by the
/// benchmark that needs it.
///
/// The records are what the macros would write: notes in a real image, which the
/// loader maps and relocates. They are assembled because compiling 100,000 macros
/// would take the best part of an hour.
@safe
// Sendable: the loader never unmaps the bytes, and no code writes them.
struct RecordLibrary: @unchecked Sendable {
  /// How many records there are.
  let count: Int
  private let bytes: UnsafeRawBufferPointer

  /// The kind of a fifth of the records.
  static let kind: RecordKind = "bna2"

  /// Makes a library of so many records, and loads it.
  ///
  /// - Parameter count: A multiple of 250: ten modules of as many files, with
  ///   twenty-five records in each file.
  /// - Throws: A `BenchmarkError`, where clang or the loader refuse.
  init(count: Int) throws {
    let library = try Self.library(count: count).path
    guard let handle = unsafe dlopen(library, RTLD_NOW),
      let start = unsafe dlsym(handle, "benchmark_records_start"),
      let end = unsafe dlsym(handle, "benchmark_records_end")
    else {
      let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given"
      throw BenchmarkError.preparationFailed("cannot load the records of \(library): \(reason)")
    }
    self.count = count
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: end - start)
  }

  /// The size of all records in bytes.
  var byteCount: Int { unsafe bytes.count }

  /// The word so many bytes into a record.
  func word(at offset: Int, ofRecord index: Int) -> UInt64 {
    unsafe bytes.loadUnaligned(
      fromByteOffset: index * (bytes.count / count) + offset, as: UInt64.self)
  }

  /// Copies all records into an array of their size.
  func copy(into copy: inout [UInt8]) {
    unsafe copy.withUnsafeMutableBytes { unsafe $0.copyMemory(from: bytes) }
  }

  /// The library's path, beside this program; made if it is not there yet.
  private static func library(count: Int) throws -> URL {
    let folder = try executableFolder()
    let library = folder.appendingPathComponent("benchmark-records-\(count).so")
    let source = folder.appendingPathComponent("benchmark-records-\(count).S")
    let text = assembly(fileCount: count / 25)
    if let made = try? String(contentsOf: source, encoding: .utf8), made == text { return library }

    let draft = folder.appendingPathComponent("benchmark-records-\(UUID().uuidString).S")
    try text.write(to: draft, atomically: true, encoding: .utf8)
    let clang = Process()
    clang.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    clang.arguments = [
      "clang", "-shared", "-nostdlib", "-fuse-ld=lld", "-o", library.path, draft.path,
    ]
    clang.standardInput = FileHandle.nullDevice
    try clang.run()
    clang.waitUntilExit()
    guard clang.terminationStatus == 0 else {
      throw BenchmarkError.preparationFailed(
        """
        clang could not assemble \(draft.path), for the reason above. The toolchain's clang must be \
        in PATH, and the records are only written for ELF.
        """)
    }
    // The source bears its name only once the library is complete.
    _ = try? FileManager.default.removeItem(at: source)
    try FileManager.default.moveItem(at: draft, to: source)
    return library
  }

  /// Where benchmarks keep what they make.
  static func executableFolder() throws -> URL {
    guard let executable = Bundle.main.executableURL else {
      throw BenchmarkError.preparationFailed(
        "the path of this program is unknown: start it by its full path.")
    }
    return executable.deletingLastPathComponent()
  }

  /// Records of version 1 in assembly.
  ///
  /// They are of five kinds ("bna0" and on), five of each in a file, every tenth
  /// with a higher priority. Modules lie in another order than their names', as
  /// they do after linking.
  private static func assembly(fileCount: Int) -> String {
    """
    .macro digits value
      .byte '0' + (\\value) / 100000 % 10, '0' + (\\value) / 10000 % 10
      .byte '0' + (\\value) / 1000 % 10, '0' + (\\value) / 100 % 10
      .byte '0' + (\\value) / 10 % 10, '0' + (\\value) % 10
    .endm

    .text
    accessor:
      ret

    .section .note.modkit, "aw", @note
    .p2align 3
    .globl benchmark_records_start
    benchmark_records_start:
    .set file, 0
    .rept \(fileCount)
      .set module, file / \(fileCount / 10) * 7 % 10
      .set index, 0
      .rept 25
        .set number, 25 * file + index
        .long 4, 120, 0x626e6130 + index / 5, 0x00544b4d
        .short 1, 0
        .long number % 10 / 9 * 5
        .quad accessor
        .quad (number + 1) * 0x9e3779b97f4a7c15
        .long 8 * index + 3, 1
        .short 18, 27
        .long 24
        .ascii "declaration/"
        digits number
        .p2align 3
        .ascii "Module"
        .byte '0' + module
        .ascii "/Feature"
        digits file
        .ascii ".swift"
        .p2align 3
        .ascii "{\\"event\\":\\"didLaunchAll\\"}"
        .set index, index + 1
      .endr
      .set file, file + 1
    .endr
    .globl benchmark_records_end
    benchmark_records_end:

    """
  }
}
