import Foundation
import ProgramTestSupport
import Testing

/// A program of several images: who holds which records, and who sees them.
@Suite(.linkMatrix, .enoughTime)
struct ImageTests {
  @Test(arguments: ["-Onone", "-O"], [[], ["-whole-module-optimization"]])
  func `Records of the executable, its static modules, a linked and a loaded library are found`(
    optimization: String, unit: [String]
  ) async throws {
    let store = try await Store.compiled(.init(everywhere: [optimization], fixtures: unit))
    #expect(try await store.linkImages().run() == Store.linesOfImages)
  }

  @Test func `A module that is linked into two images yields one record and a problem`()
    async throws
  {
    let store = try await Store.compiled(.init(everywhere: ["-O"]))
    let place = try store.workshop.elsewhere()
    // Shop refers to Catalog, so that is in both too.
    let extras = try await place.library("Extras", store.extras + store.shop + store.catalog)
    let program = try await place.executable(
      "Store", store.store + store.cart + store.shop + store.catalog, toolkit: .shared)

    let lines = try await program.run([extras.path]).lines
    #expect(lines.filter { $0.hasPrefix("text:shop ") }.count == 1)
    #expect(lines.contains("text:shop (Shop, Shop.swift:9:1, priority 0) in Store = from Shop"))
    let problem = try #require(lines.first { $0.contains("problem repeatedRecord: text:shop ") })
    #expect(
      problem.contains(
        """
        text:shop (Shop/Shop.swift:9) is in both \(program.executable.path) and \(extras.path). \
        The first one is used
        """))
  }

  @Test func `Two copies of the toolkit see the records of each other's images`() async throws {
    let workshop = try await Workshop("Copies")
    let report = Fixture.file("Report.swift")
    let host = try await workshop.compile("Host", [Fixture.file("Copies/Host.swift"), report])
    let guest = try await workshop.compile("Guest", [Fixture.file("Copies/Guest.swift"), report])
    let program = try await workshop.executable("Host", host, toolkit: .copied)
    let library = try await workshop.library("Guest", guest, toolkit: .copied)

    let records = [
      "text:guest (Guest, Guest.swift:3:1, priority 0) in libGuest.so = from the guest",
      "text:host (Host, Host.swift:4:1, priority 0) in Host = from the host",
    ]
    #expect(
      try await program.run([library.path]).lines
        == ["host sees"] + records + ["guest sees"] + records)
  }

  @Test func `An archive's member that nothing refers to takes its records with it`()
    async throws
  {
    let workshop = try await Workshop("Archive")
    let member = try await workshop.compile("Member", [Fixture.file("Archive/Member.swift")])
    let main = try await workshop.compile("Main", [Fixture.file("Raw/Loader.swift")])
    let archive = workshop.folder.appending(path: "libMember.a")
    try await Toolchain.command("llvm-ar", ["rcs", archive.path] + member.map(\.path)).succeed()

    // This is how linkers treat archives; the toolkit cannot know of the record.
    let plain = try await workshop.executable("Plain", main, options: ["-lMember"])
    #expect(try await plain.run().lines.isEmpty)

    let whole = try await workshop.executable(
      "Whole", main,
      options: ["--whole-archive", "-lMember", "--no-whole-archive"].flatMap { ["-Xlinker", $0] })
    #expect(try await whole.run().lines == ["text:member (Member/Member.swift:3)"])
  }
}
