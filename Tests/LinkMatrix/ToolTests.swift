import Foundation
import ProgramTestSupport
import Testing

/// What tools do to records that edit linked files, and what instrumentation does
/// to them.
@Suite(.linkMatrix, .enoughTime)
struct ToolTests {
  @Test(
    arguments: [
      ["strip"], ["strip", "--remove-section=.note", "--remove-section=.comment"],
      ["objcopy", "--strip-unneeded"], ["llvm-objcopy", "--strip-all"],
      ["llvm-objcopy", "--strip-sections"],
    ])
  func `Records survive tools that strip files`(tool: [String]) async throws {
    let images = try await Store.compiled(.init(everywhere: ["-O"])).linkImages()
    for image in images.all {
      try await Toolchain.command(tool[0], tool.dropFirst() + [image.path]).succeed()
    }
    #expect(try await images.run() == Store.linesOfImages)
  }

  @Test(.enabled(if: Toolchain.path(of: "patchelf") != nil, "patchelf is not installed."))
  func `A record whose address patchelf does not update is reported and not called`()
    async throws
  {
    let store = try await Store.compiled(.init(everywhere: ["-O"]))
    let program = try await store.linkExecutable(options: ["-use-ld=bfd"])
    let before = try await program.run().lines
    let longPath = String(repeating: "/a/folder/far/away", count: 40)
    try await Toolchain.command(
      "patchelf", ["--add-rpath", longPath, program.executable.path]
    ).succeed()

    let lines = try await program.run().lines
    let records = before.count - 1
    #expect(
      lines.filter { $0.hasPrefix("problem foreignAccessor: the accessor of ") }.count == records)
    #expect(lines.count == records + 1)
  }

  @Test(arguments: ["-sanitize=address", "-sanitize=thread", "-profile-coverage-mapping"])
  func `Records are the same in an instrumented program`(option: String) async throws {
    var options = Workshop.Options(everywhere: ["-O"], fixtures: [option])
    if option == "-sanitize=thread" { options = .init(everywhere: ["-O", option]) }
    if option == "-profile-coverage-mapping" { options.fixtures.append("-profile-generate") }
    let store = try await Store.compiled(options)
    let environment = ["LLVM_PROFILE_FILE": "\(store.workshop.folder.path)/%p.profraw"]
    let images = try await store.linkImages(options: ["-use-ld=lld"])
    #expect(try await images.run(environment: environment) == Store.linesOfImages)
  }
}
