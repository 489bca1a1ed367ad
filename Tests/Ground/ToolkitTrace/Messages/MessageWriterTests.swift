import Foundation
import Testing

@testable import ToolkitTrace

/// A pipe, and what is read from it.
private final class SmallPipe {
  let input: Int32
  private(set) var output: Int32?

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    output = ends[0]
    input = ends[1]
  }

  deinit {
    closeOutput()
    close(input)
  }

  func closeOutput() {
    if let output { close(output) }
    output = nil
  }

  /// Writes until the pipe takes nothing more.
  func fill() throws {
    let flags = fcntl(input, F_GETFL)
    try #require(fcntl(input, F_SETFL, flags | O_NONBLOCK) == 0)
    let filling = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    while unsafe write(input, filling, filling.count) > 0 {}
    while unsafe write(input, filling, 1) > 0 {}
    try #require(errno == EAGAIN)
    try #require(fcntl(input, F_SETFL, flags) == 0)
  }

  /// Takes what is in the pipe now, and waits for some if there is nothing.
  func read() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe Foundation.read(try #require(output), &bytes, bytes.count)
    return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
  }
}

@Suite struct MessageWriterTests {
  @Test func `A message is a line`() throws {
    let pipe = try SmallPipe()
    let writer = MessageWriter(to: pipe.input)
    writer.write("one")
    writer.write("two\nthree")
    #expect(try pipe.read() == "one\ntwo\nthree\n")
  }

  @Test func `Terminal control characters are escaped`() {
    #expect(
      line(of: "\u{1B}[31m\r\u{9B}2K\u{7F}\ta\u{600}ä") == #"\u{1B}[31m\u{D}\u{9B}2K\u{7F}"#
        + "\ta\u{600}ä\n")
  }

  @Test func `A long message is truncated, and says so`() {
    let limit = MessageWriter.messageLimit
    let message = String(repeating: "ä", count: limit)
    let kept = String(repeating: "ä", count: limit / 2)
    #expect(line(of: message) == "\(kept) … (\(limit) more bytes)\n")
  }

  private func line(of message: String) -> String {
    String(decoding: MessageWriter.line(of: message), as: UTF8.self)
  }

  @Test func `A full pipe loses messages, and delays at most by the patience`() throws {
    let pipe = try SmallPipe()
    try pipe.fill()
    let writer = MessageWriter(to: pipe.input, patience: .zero)
    writer.write("lost")
    writer.write("lost too")
    // Takes all of it: the pipe holds 64 KB.
    #expect(try Set(pipe.read()) == ["x"])
    writer.write("three")
    writer.write("four")
    #expect(
      try pipe.read() == """
        2 previous messages are missing: standard error did not accept them.
        three
        four

        """)
  }

  @Test func `A slow reader gets all messages`() throws {
    let pipe = try SmallPipe()
    try pipe.fill()
    let writer = MessageWriter(to: pipe.input, patience: .seconds(600))
    let message = String(repeating: "y", count: MessageWriter.messageLimit)
    // Threads, since reading keeps one waiting.
    Thread.detachNewThread { writer.write(message) }
    var text = ""
    while !text.hasSuffix("\n") { text += try pipe.read() }
    #expect(text.drop { $0 == "x" } == message + "\n")
  }

  @Test func `A truncated message does not run into the next`() throws {
    let pipe = try SmallPipe()
    let writer = MessageWriter(to: pipe.input, patience: .zero)
    // One pipe holds one such message and not two.
    let message = String(repeating: "y", count: MessageWriter.messageLimit - 1)
    writer.write("short")
    writer.write(message)
    let text = try pipe.read()
    #expect(text.hasPrefix("short\nyyy"))
    #expect(text.utf8.count < message.utf8.count)
    writer.write("next")
    #expect(
      try pipe.read() == """

        1 previous message is missing: standard error did not accept it.
        next

        """)
  }

  @Test func `A non-blocking descriptor is waited for`() throws {
    let pipe = try SmallPipe()
    try pipe.fill()
    #expect(fcntl(pipe.input, F_SETFL, fcntl(pipe.input, F_GETFL) | O_NONBLOCK) == 0)
    let writer = MessageWriter(to: pipe.input, patience: .seconds(600))
    Thread.detachNewThread { writer.write("late") }
    var text = ""
    while !text.hasSuffix("\n") { text += try pipe.read() }
    #expect(text.drop { $0 == "x" } == "late\n")
  }

  @Test func `A closed pipe does not end the process`() throws {
    let pipe = try SmallPipe()
    pipe.closeOutput()
    let writer = MessageWriter(to: pipe.input)
    for _ in 0..<3 { writer.write("unheard") }
    // Nothing is left behind that would stop the thread later.
    var pending = sigset_t()
    unsafe sigpending(&pending)
    #expect(unsafe sigismember(&pending, SIGPIPE) == 0)
  }

  @Test(arguments: ["/dev/full", "/dev/null"])
  func `Writing to a descriptor that accepts nothing gives up`(path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let writer = MessageWriter(to: descriptor)
    for _ in 0..<3 { writer.write("unheard") }
    close(descriptor)
    MessageWriter(to: descriptor).write("unheard")
    MessageWriter(to: -1).write("unheard")
  }

  @Test func `Messages of several threads are not mixed`() throws {
    let pipe = try SmallPipe()
    let writer = MessageWriter(to: pipe.input, patience: .seconds(600))
    let threads = 4
    let rounds = 200
    for thread in 0..<threads {
      Thread.detachNewThread {
        for round in 0..<rounds { writer.write("\(thread) \(round) \(thread)") }
      }
    }
    var text = ""
    while text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) < threads * rounds {
      text += try pipe.read()
    }
    let expected = (0..<threads).flatMap { thread in
      (0..<rounds).map { "\(thread) \($0) \(thread)" }
    }
    #expect(text.split(separator: "\n").map(String.init).sorted() == expected.sorted())
  }
}
