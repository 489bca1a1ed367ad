import Dispatch
import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct KhalaLogConcurrencyTests {
  private let threads = 8
  private let linesEach = 400

  /// Writes from all threads at once; returns when all are done.
  private func write(to log: KhalaLog, whileWriting disturb: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for number in 0..<linesEach {
        log.write(
          url: "kl://Thread/\(thread)",
          parameters: ["number": number, "fill": String(repeating: "x", count: number % 90)])
        if thread == 0 { disturb(number) }
      }
    }
  }

  /// The numbers in all files, by thread; fails for lines that are torn.
  private func numbers(in world: LogWorld) throws -> [[Int]] {
    let names = world.names.compactMap(LogFileName.init).sorted()
    var numbers = Array(repeating: [Int](), count: threads)
    for name in names {
      for line in try world.text(name.description).split(separator: "\n") {
        let parts = try #require(
          try #/[0-9-]{10} [0-9:]{8}  kl:\/\/Thread\/(\d)  {"fill":"x*","number":(\d+)}/#
            .wholeMatch(in: line), "\(line)")
        numbers[try #require(Int(parts.1))].append(try #require(Int(parts.2)))
      }
    }
    return numbers
  }

  @Test func `All lines of all threads are written, whole and in order`() throws {
    let world = try LogWorld()
    let log = world.log { $0.fileSizeCap = 10_000 }
    write(to: log) { _ in }
    log.close()
    #expect(
      try numbers(in: world) == Array(repeating: Array(0..<linesEach), count: threads))
    #expect(world.errors.events == [])
    #expect(Set(world.handedOver.events).count == world.handedOver.events.count)
    #expect(world.handedOver.events.count == world.names.count - 1)
  }

  @Test func `The day may change while threads write`() throws {
    let world = try LogWorld()
    let log = world.log()
    write(to: log) { number in
      if number % 100 == 0 { world.pass(86_400) }
    }
    log.close()
    #expect(
      try numbers(in: world) == Array(repeating: Array(0..<linesEach), count: threads))
    // A day may have a second file, where a line of it came late.
    #expect(Set(world.names.compactMap { LogFileName($0)?.day }).count == 5)
  }

  @Test func `The log may be switched, flushed and disturbed while threads write`() throws {
    let world = try LogWorld()
    let log = world.log { $0.fileSizeCap = 20_000 }
    write(to: log) { number in
      switch number % 40 {
      case 10: log.isEnabled = false
      case 20: log.isEnabled = true
      case 30: log.flush()
      default: break
      }
    }
    log.close()
    for written in try numbers(in: world) {
      #expect(written == written.sorted() && Set(written).count == written.count)
    }
    #expect(world.errors.events == [])
  }
}
