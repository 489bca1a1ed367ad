import Foundation
import ProgramTestSupport
import Testing

/// What people see who sit at a terminal.
@Suite struct TerminalTests {
  private static let colour = "\u{1B}[36m"
  private static let clearing = "\r\u{1B}[2K"

  @Test func `A terminal gets colours and a line of progress`() async throws {
    let output = try await onTerminal("--speed", "60")
    #expect(output.contains(Self.colour))
    #expect(output.contains("░"))
    // The progress does not stay.
    let last = try #require(output.range(of: "░", options: .backwards))
    #expect(output[last.upperBound...].contains(Self.clearing))
  }

  @Test func `NO_COLOR turns off colours only`() async throws {
    let output = try await onTerminal("--speed", "60", environment: ["NO_COLOR": "1"])
    #expect(!output.contains(Self.colour))
    #expect(output.contains(Self.clearing))
    // Set to nothing, it is as good as not set.
    #expect(
      try await onTerminal("--speed", "60", environment: ["NO_COLOR": ""]).contains(Self.colour))
  }

  @Test func `A dumb terminal gets plain text`() async throws {
    let output = try await onTerminal("--speed", "60", environment: ["TERM": "dumb"])
    #expect(!output.contains("\u{1B}"))
  }

  @Test func `A list fits the terminal, and source locations are not truncated`() async throws {
    let lines = try await onTerminal("tasks", environment: ["NO_COLOR": "1"])
      .split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains { $0.contains("…") })
    let tasks = try json(try await harbor("tasks", "--json").output) as? [[String: Any]]
    for task in try #require(tasks) {
      let place = try #require(task["place"] as? String)
      #expect(lines.contains { $0.hasSuffix(" \(place)") })
    }
  }

  /// What Harbor writes to a terminal.
  private func onTerminal(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> String {
    let (master, slave) = try pseudoTerminal()
    defer { close(master) }
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "harbor")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "NO_COLOR" }
      .merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
    process.standardOutput = FileHandle(fileDescriptor: slave)
    try process.run()
    // With the last copy of this side closed, reading the other one ends.
    close(slave)
    return await withCheckedContinuation { continuation in
      // A thread of its own, because reading waits for the program.
      Thread.detachNewThread {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 12)
        while case let count = unsafe read(master, &piece, piece.count), count > 0 {
          output += piece[..<count]
        }
        continuation.resume(returning: String(decoding: output, as: UTF8.self))
      }
    }
  }
}

/// Opens a terminal without a user: what is written to its second side can be
/// read from the first.
private func pseudoTerminal() throws -> (master: Int32, slave: Int32) {
  let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  try #require(master >= 0)
  // TIOCSPTLCK and TIOCGPTN of Linux, which Swift does not import.
  var isLocked: Int32 = 0
  try #require(unsafe ioctl(master, 0x4004_5431, &isLocked) == 0)
  var number: UInt32 = 0
  try #require(unsafe ioctl(master, 0x8004_5430, &number) == 0)
  let slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
  try #require(slave >= 0)
  return (master, slave)
}
