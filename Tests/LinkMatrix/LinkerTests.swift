import Foundation
import ProgramTestSupport
import Testing

/// What linkers do to records.
@Suite(.linkMatrix, .enoughTime)
struct LinkerTests {
  static let collectingSections = ["-Xlinker", "--gc-sections"]

  @Test(
    arguments: ["gold", "lld", "bfd"], [[], collectingSections])
  func `Records survive every linker, also when it drops unreferenced sections`(
    linker: String, collecting: [String]
  ) async throws {
    let store = try await Store.compiled(.init(everywhere: ["-O"]))
    let options = ["-use-ld=\(linker)"] + collecting
    async let images = store.linkImages(options: options).run()
    async let executable = store.linkExecutable(options: options).run().lines
    #expect(try await images == Store.linesOfImages)
    #expect(try await executable == Store.linesOfExecutable)
  }

  @Test func `Records survive lld without references from start and stop symbols`() async throws {
    let store = try await Store.compiled(.init(everywhere: ["-O"]))
    let options =
      ["-use-ld=lld"] + Self.collectingSections + ["-Xlinker", "-z", "-Xlinker", "start-stop-gc"]
    #expect(try await store.linkImages(options: options).run() == Store.linesOfImages)
  }

  @Test(arguments: ["thin", "full"])
  func `Records survive optimization at link time`(kind: String) async throws {
    let store = try await Store.compiled(.init(everywhere: ["-O", "-lto=llvm-\(kind)"]))
    let options = ["-use-ld=lld"] + Self.collectingSections
    #expect(try await store.linkImages(options: options).run() == Store.linesOfImages)
    #expect(
      try await store.linkExecutable(options: options).run().lines == Store.linesOfExecutable)
  }

  @Test(arguments: ["-static-stdlib", "-static-executable"])
  func `Records are found without a shared Swift runtime`(option: String) async throws {
    let store = try await Store.compiled(.init(everywhere: ["-O"]))
    #expect(
      try await store.linkExecutable(options: [option]).run().lines == Store.linesOfExecutable)
  }

  @Test func `The order is the same for all linkers, optimizations and orders of linking`()
    async throws
  {
    let orders: [@Sendable ([URL]) -> [URL]] = [{ $0.reversed() }, { $0.shuffled() }]
    for optimization in ["-Onone", "-O"] {
      let store = try await Store.compiled(.init(everywhere: [optimization]))
      for linker in ["gold", "lld"] {
        for order in orders {
          let program = try await store.linkExecutable(
            options: ["-use-ld=\(linker)"], order: order)
          #expect(try await program.run().lines == Store.linesOfExecutable)
        }
      }
    }
  }
}
