import Foundation

/// A program, two libraries of which one needs the other, and two more for the
/// program to open, all with callbacks for the moments of a launch.
struct Moments: Sendable {
  let workshop: Workshop
  let common: [URL]
  let feature: [URL]
  let program: [URL]
  let plugin: [URL]
  let silent: [URL]

  /// Compiles the modules, once for all tests.
  static func compiled() async throws -> Moments {
    try await compiled[0]
  }

  private static let compiled = Memo<Int, Moments> { _ in
    let workshop = try await Workshop("Moments", .init(everywhere: ["-O"], extent: .rheaTime))
    func compile(_ module: String, _ more: String...) async throws -> [URL] {
      try await workshop.compile(
        module, ([module] + more).map { Fixture.file("Moments/\($0).swift") },
        options: ["-whole-module-optimization"])
    }
    let common = try await compile("Common", "Say")
    async let feature = compile("Feature")
    async let program = compile("Program")
    async let plugin = compile("Plugin")
    async let silent = compile("Silent")
    return try await Moments(
      workshop: workshop, common: common, feature: feature, program: program, plugin: plugin,
      silent: silent)
  }

  /// Links each module as an image, all with the one shared toolkit, in a folder
  /// of their own.
  func linkImages(options: [String] = []) async throws -> Program {
    let place = try workshop.elsewhere()
    // The program refers to nothing in Feature, which must be there all the same.
    let options = options + ["-Xlinker", "--no-as-needed"]
    try await place.library("Common", common, options: options)
    try await place.library("Feature", feature, options: options + ["-lCommon"])
    try await place.library("Plugin", plugin, options: options + ["-lCommon"])
    try await place.library("Silent", silent, options: options + ["-lCommon"])
    return try await place.executable(
      "Program", program, toolkit: .shared, options: options + ["-lFeature", "-lCommon"])
  }

  /// Links the program and the libraries it needs as one image.
  func linkExecutable(options: [String] = []) async throws -> Program {
    try await workshop.elsewhere().executable(
      "Program", program + feature + common, options: options)
  }

  /// The library that a program may open.
  func plugin(of program: Program) -> URL {
    program.executable.deletingLastPathComponent().appending(path: "libPlugin.so")
  }
}
