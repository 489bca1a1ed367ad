import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

/// The files of a log after its process has been killed, or has ended without closing it.
@Suite(.serialized) struct KhalaLogCrashTests {
  /// The processes that write at the same time, each numbers from its own range.
  private static let processes = 0..<3
  private static let range = 1_000_000

  /// A process that writes numbered lines, and prints the number of each written line.
  private struct Writer {
    let process = Process()
    let output = Pipe()
    // Waiting by Foundation's own means runs a run loop, which blocks a thread that other tests
    // need.
    let endings = EventRecorder<Process.TerminationReason>()

    init(in folder: URL, from first: Int) throws {
      process.executableURL = Bundle.main.bundleURL.appending(path: "KhalaLogFixture")
      // Small files, so that some processes are killed while one file follows another.
      process.arguments = [folder.path, "\(first)", "4000"]
      process.standardOutput = output
      process.terminationHandler = { [endings] in endings.record($0.terminationReason) }
      try process.run()
    }

    /// Kills the process when it has printed `count` numbers, and returns the last one.
    func kill(after count: Int) async throws -> Int {
      var said: [UInt8] = []
      var lines = 0
      while true {
        let piece = output.fileHandleForReading.availableData
        if piece.isEmpty { break }
        said += piece
        lines += piece.count { $0 == UInt8(ascii: "\n") }
        if lines >= count { Foundation.kill(process.processIdentifier, SIGKILL) }
      }
      #expect(try await endings.waitForEvents(count: 1) == [.uncaughtSignal])
      let numbers = said.split(separator: UInt8(ascii: "\n"))
      #expect(numbers.count >= count)
      // One system call prints a number, so that the last one is whole.
      return try #require(numbers.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) })
    }
  }

  /// Returns the numbers in all files, by process, sorted; fails if a line is torn.
  ///
  /// A kill in the middle of a line leaves it unfinished at the end of a file until the file is
  /// repaired.
  private func numbers(in world: LogWorld, isRepaired: Bool) throws -> [[Int]] {
    var numbers = Self.processes.map { _ in [Int]() }
    for name in world.names.compactMap(LogFileName.init) {
      let text = try world.text(name.description)
      if isRepaired { #expect(text.isEmpty || text.last == "\n") }
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let match = try #require(
          try #/[0-9-]{10} [0-9:]{8}  kl:\/\/Fixture\/line  {"number":(\d+)}/#.wholeMatch(in: line),
          "\(line)")
        let number = try #require(Int(match.1))
        numbers[number / Self.range].append(number % Self.range)
      }
    }
    return numbers.map { $0.sorted() }
  }

  @Test(arguments: 1...UInt64(Sweep.count(10, sample: 1)))
  func `Every line written before a kill is in the file afterwards`(seed: UInt64) async throws {
    let world = try LogWorld()
    var generator = SeededGenerator(seed: seed)
    var next = Self.processes.map { _ in 1 }
    // Every process finds the files of earlier ones.
    for _ in 0..<3 {
      let writers = try Self.processes.map {
        try Writer(in: world.folder, from: $0 * Self.range + next[$0])
      }
      var last: [Int] = []
      for writer in writers {
        let count = Int.random(in: 1...300, using: &generator)
        last.append(try await writer.kill(after: count) % Self.range)
      }
      for (process, found) in try numbers(in: world, isRepaired: false).enumerated() {
        #expect(found == Array(1...max(1, found.count)))
        #expect(found.count == last[process] || found.count == last[process] + 1)
        next[process] = found.count + 1
      }
    }
    var configuration = KhalaLogConfiguration(folder: world.folder)
    configuration.errorHandler = { [errors = world.errors] in errors.record($0) }
    let log = KhalaLog(configuration: configuration)
    log.isEnabled = true
    log.close()
    #expect(try numbers(in: world, isRepaired: true) == next.map { Array(1..<$0) })
    #expect(world.errors.events == [])
  }

  @Test func `After a normal end without closing, the file has the lines and nothing else`()
    async throws
  {
    let world = try LogWorld()
    await #expect(processExitsWith: .success) { [path = world.folder.path as String] in
      var configuration = KhalaLogConfiguration(folder: URL(filePath: path))
      configuration.now = { Date(timeIntervalSince1970: 1_543_630_014) }
      let log = KhalaLog(configuration: configuration)
      log.isEnabled = true
      log.write(url: "kl://A/1")
      log.write(url: "kl://A/2")
      withExtendedLifetime(log) { exit(EXIT_SUCCESS) }
    }
    #expect(world.names == ["2018-12-01.log"])
    #expect(
      try world.text("2018-12-01.log") == """
        2018-12-01 02:06:54  kl://A/1  {}
        2018-12-01 02:06:54  kl://A/2  {}

        """)
  }
}
