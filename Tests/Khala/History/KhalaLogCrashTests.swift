import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

/// What is left of a log when its process is killed.
@Suite(.serialized) struct KhalaLogCrashTests {
  /// Runs a process that writes lines from `first` on, and kills it when it has
  /// said that `count` of them are written.
  ///
  /// - Returns: The last line of which it said so.
  private func killWriter(in folder: URL, from first: Int, after count: Int) async throws -> Int {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "KhalaLogFixture")
    // Small files, so that some are killed while one follows another.
    process.arguments = [folder.path, "\(first)", "4000"]
    let output = Pipe()
    process.standardOutput = output
    // Waiting by Foundation's own means runs a run loop, which blocks a thread
    // that other tests need to go on.
    let endings = EventRecorder<Process.TerminationReason>()
    process.terminationHandler = { endings.record($0.terminationReason) }
    try process.run()
    var said: [UInt8] = []
    var lines = 0
    while true {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      said += piece
      lines += piece.count { $0 == UInt8(ascii: "\n") }
      if lines >= count { kill(process.processIdentifier, SIGKILL) }
    }
    #expect(try await endings.waitForEvents(count: 1) == [.uncaughtSignal])
    let numbers = said.split(separator: UInt8(ascii: "\n"))
    #expect(numbers.count >= count)
    // A number is printed by one system call, so that the last is whole.
    return try #require(numbers.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) })
  }

  /// The number of a line; fails if the line is torn.
  private func number(in line: String) throws -> Int {
    let (start, end) = ("  kl://Fixture/line  {\"number\":", "}")
    let text = line.dropFirst("2018-12-01 02:06:54".count)
    try #require(text.hasPrefix(start) && text.hasSuffix(end), "\(line)")
    return try #require(Int(text.dropFirst(start.count).dropLast(end.count)), "\(line)")
  }

  /// The numbers in all files, which zero bytes may follow if they are `padded`.
  private func numbers(in world: LogWorld, padded: Bool) throws -> [Int] {
    var numbers: [Int] = []
    for name in world.names.compactMap(LogFileName.init).sorted() {
      var bytes = try world.bytes(name.description)[...]
      if padded { while bytes.last == 0 { bytes.removeLast() } }
      #expect(bytes.last == UInt8(ascii: "\n") || bytes.isEmpty)
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        numbers.append(try number(in: String(decoding: line, as: UTF8.self)))
      }
    }
    return numbers
  }

  @Test(arguments: 1...UInt64(Sweep.count(10, sample: 3)))
  func `Every line written before a kill is in the file afterwards`(seed: UInt64) async throws {
    let world = try LogWorld()
    var generator = SeededGenerator(seed: seed)
    var next = 1
    // Every process finds what the one before left behind.
    for _ in 0..<3 {
      let count = Int.random(in: 1...300, using: &generator)
      let last = try await killWriter(in: world.folder, from: next, after: count)
      // As they are found, before anything repairs them.
      let found = try numbers(in: world, padded: true)
      #expect(found == Array(1...found.count))
      #expect(found.count == last || found.count == last + 1)
      next = found.count + 1
    }
    var configuration = KhalaLogConfiguration(folder: world.folder)
    configuration.errorHandler = { [errors = world.errors] in errors.record($0) }
    let log = KhalaLog(configuration: configuration)
    log.isEnabled = true
    log.close()
    #expect(try numbers(in: world, padded: false) == Array(1..<next))
    #expect(world.errors.events == [])
  }
}
