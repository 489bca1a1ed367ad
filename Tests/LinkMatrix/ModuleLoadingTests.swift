import Foundation
import ProgramTestSupport
import Testing

/// Modules of Swift that come to an app which does not export its toolkit.
@Suite(.linkMatrix, .enoughTime)
struct ModuleLoadingTests {
  @Test func `A module is rejected if it has, brings or needs another toolkit`() async throws {
    let workshop = try await Workshop("ModuleLoading")
    let plugin = try await workshop.compile("Plugin", [Fixture.file("Loading/Plugin.swift")])
    let own = try await workshop.library("Own", plugin, toolkit: .copied)
    let bringing = try await workshop.library("Bringing", plugin, toolkit: .shared)
    let waiting = workshop.folder.appending(path: "libWaiting.so")
    try await Toolchain.command(
      "swiftc", ["-emit-library", "-o", waiting.path] + plugin.map(\.path)
    ).succeed()

    let lines = try await Command(
      executable: LinkMatrix.products.appending(path: "LoadingFixture"),
      arguments: [own.path, bringing.path, waiting.path]
    ).succeed().lines
    try #require(lines.count == 6, "\(lines)")
    #expect(lines[0].hasPrefix("secondToolkit "))
    #expect(lines[0].contains("libOwn.so was not loaded: it has its own copy"))
    #expect(lines[1].hasPrefix("secondToolkit "))
    #expect(lines[1].contains("/libModularityKit.so, which it needs, has its own copy"))
    #expect(lines[2].hasPrefix("toolkitNotShared "))
    #expect(lines[2].contains("no image has '$s15SectionRegistry"))
    #expect(lines[3] == "modules ")
  }
}
