import Foundation
import ProgramTestSupport
import Testing

/// Tasks in libraries that come while the program runs, and go.
@Suite(.linkMatrix, .enoughTime)
struct LateTaskTests {
  @Test
  func `Tasks are added with their library, removed with their records, and keep names unique`()
    async throws
  {
    let workshop = try await Workshop("LateTasks", .init(everywhere: ["-O"], extent: .taskKit))
    func compile(_ module: String) async throws -> [URL] {
      try await workshop.compile(
        module, [Fixture.file("TaskKit/Late/\(module).swift")],
        options: ["-whole-module-optimization"])
    }
    let program = try await workshop.executable("Host", compile("Host"), toolkit: .shared)
    let guest = try await workshop.library("Guest", compile("Guest"))
    let twin = try await workshop.library("Twin", compile("Twin"))

    let result = try await program.run([guest.path, twin.path])
    let guests = "guest.launch, GuestTask, GuestNotified, guest.timer"
    #expect(
      result.lines == [
        "alone: HostTask, launched", "host",
        // Too late for the launch, and in time for everything else.
        "eventIsOver of guest.launch", "opened: HostTask, launched, \(guests)", "host", "guest",
        "guest got late, 1", "guest ticks",
        "badDeclaration of HostTask", "opened: HostTask, launched, \(guests), twin", "host",
        "guest", "twin", "guest got late, 2", "guest ticks",
        // Images with records stay.
        "closed: HostTask, launched, \(guests), twin", "host", "guest", "twin",
        "guest got late, 3",
        // No other task waits for what is gone.
        "left out: HostTask, launched, twin", "badPlan of twin", "twin", "host",
        "eventIsOver of guest.launch", "back: HostTask, launched, twin, \(guests)", "host",
        "guest", "twin", "guest got late, 4", "guest ticks",
      ])
  }
}
