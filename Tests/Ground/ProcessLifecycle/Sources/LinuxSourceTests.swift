import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

@testable import ProcessLifecycle

/// The sources against the real kernel, on files of the test's own.
@Suite struct LinuxSourceTests {
  private final class Folder: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.url.path }

    init() throws { folder = try TemporaryFolder() }

    func link(_ name: String, to target: String) throws {
      let temporary = "\(path)/\(name).new"
      try FileManager.default.createSymbolicLink(
        atPath: temporary, withDestinationPath: target)
      guard unsafe rename(temporary, "\(path)/\(name)") == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    }

    /// Overwrites the file in place, as the kernel does.
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
  }

  /// What a source delivers, as it comes.
  private func contexts(
    of source: any EventSource
  ) throws -> AsyncStream<ProcessEventContext>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: ProcessEventContext.self)
    try source.start { context in
      continuation.yield(context)
      let delivery = Delivery()
      delivery.letGo()
      return delivery
    }
    return stream.makeAsyncIterator()
  }

  @Test(.timeLimit(.minutes(10)))
  func `A time zone change is delivered after it is in use, and only if it differs`() async throws {
    let folder = try Folder()
    try folder.link("localtime", to: "/usr/share/zoneinfo/Europe/Paris")
    let used = Recorder<String>()
    let source = TimeZoneSource(folder: folder.path) { used.note("reset") }
    var contexts = try contexts(of: source)
    try folder.link("localtime", to: "/usr/share/zoneinfo/Asia/Tokyo")
    #expect(await contexts.next()?.event == .timeZoneChanged)
    #expect(used.entries == ["reset"])

    try folder.link("localtime", to: "/usr/share/zoneinfo/Asia/Tokyo")
    try folder.write("unrelated", to: "hosts")
    try folder.write("Asia/Seoul\n", to: "timezone")
    #expect(await contexts.next()?.event == .timeZoneChanged)
    #expect(used.entries == ["reset", "reset"])
    source.stop()
  }

  @Test func `A missing folder makes time zone events unavailable`() {
    let source = TimeZoneSource(folder: "/nonexistent")
    #expect(!source.availability().isAvailable)
    #expect(throws: ProcessLifecycleError.self) { try source.start { _ in Delivery() } }
  }

  /// In a process of its own, because all tests share the environment.
  @Test func `The new zone is used by Foundation and the C library`() async {
    await #expect(processExitsWith: .success) {
      #expect(Self.offset(afterChangingTo: "Europe/Paris") == [3_600, 3_600])
      #expect(Self.offset(afterChangingTo: "Asia/Tokyo") == [32_400, 32_400])
    }
  }

  /// Changes the zone of this process.
  ///
  /// - Returns: The offsets that the C library and Foundation use after it.
  private static func offset(afterChangingTo zone: String) -> [Int?] {
    unsafe setenv("TZ", zone, 1)
    TimeZoneSource.resetTimeZone()
    var time = 0
    return [
      unsafe localtime(&time)?.pointee.tm_gmtoff,
      TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 0)),
    ]
  }

  @Test(.timeLimit(.minutes(10)))
  func `Reaching a limit of the control group is delivered with its severity`() async throws {
    let folder = try Folder()
    try folder.write("high 0\nmax 0\n", to: "memory.events")
    let source = MemoryPressureSource(
      places: .init(
        pressure: "/nonexistent", limitEvents: folder.path + "/memory.events"))
    #expect(
      source.availability() == .available(by: folder.path + "/memory.events"))
    var contexts = try contexts(of: source)
    try folder.write("high 1\nmax 0\n", to: "memory.events")
    #expect(await contexts.next()?.memoryPressure == MemoryPressure(level: .warning))
    try folder.write("high 1\nmax 1\n", to: "memory.events")
    #expect(await contexts.next()?.memoryPressure == MemoryPressure(level: .critical))
    source.stop()
  }

  @Test func `Without a source of data, memory pressure is unavailable with a reason`() {
    let source = MemoryPressureSource(places: .init(pressure: "/nonexistent", limitEvents: nil))
    guard case .unavailable(let reason) = source.availability() else {
      Issue.record("memory pressure cannot be available without a source")
      return
    }
    #expect(reason.contains("open(/nonexistent) failed: No such file or directory"))
    #expect(reason.contains("no control group"))
  }

  @Test func `A file that is not a pressure file is rejected, and closed`() throws {
    let folder = try Folder()
    try folder.write("some text", to: "pressure")
    let source = MemoryPressureSource(
      places: .init(pressure: folder.path + "/pressure", limitEvents: nil))
    guard case .unavailable(let reason) = source.availability() else {
      Issue.record("a plain file has no urgent news")
      return
    }
    #expect(reason.contains("epoll_ctl failed: Operation not permitted"))
  }

  @Test func `The clock timer starts, stops and starts again`() throws {
    let source = WallClockSource()
    #expect(source.availability() == .available(by: "timerfd"))
    for _ in 0..<2 {
      try source.start { _ in Delivery() }
      source.stop()
    }
  }

  @Test func `Without listeners, every descriptor is closed`() async throws {
    let child = try ChildProcess("LifecycleFixture", "descriptors")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    #expect(try child.lines.contains("more true"))
    #expect(try child.lines.last == "left []")
  }
}
