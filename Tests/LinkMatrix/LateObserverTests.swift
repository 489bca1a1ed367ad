import Foundation
import ProgramTestSupport
import Testing

/// Observers of relays in libraries that come while the program runs.
@Suite(.linkMatrix, .enoughTime)
struct LateObserverTests {
  @Test func `An observer is added with its library, and one of another type is rejected`()
    async throws
  {
    let workshop = try await Workshop("Late", .init(everywhere: ["-O"], extent: .pharos))
    let keys = Fixture.file("Pharos/Late/Keys.swift")
    func compile(_ module: String, _ more: String...) async throws -> [URL] {
      try await workshop.compile(
        module, [Fixture.file("Pharos/Late/\(module).swift")] + more,
        options: ["-whole-module-optimization"])
    }
    let program = try await workshop.executable(
      "Host", compile("Host", keys), toolkit: .shared)
    let guest = try await workshop.library("Guest", compile("Guest", keys))
    let stranger = try await workshop.library("Stranger", compile("Stranger"))

    let result = try await program.run([guest.path, stranger.path])
    #expect(
      result.lines == [
        "host 1->2", "opened", "eager 2->2", "host 2->3", "eager 2->3", "guest 2->3", "opened",
        "host 3->4", "eager 3->4", "guest 3->4", "Host/Host.swift observing",
        "Guest/Guest.swift observing", "Guest/Guest.swift observing",
        "Stranger/Stranger.swift rejected", "mistypedKey",
      ])
    #expect(result.errors.contains("the observer of 'late.count' is never called"))
  }
}
