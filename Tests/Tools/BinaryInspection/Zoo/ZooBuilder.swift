import Foundation
import ProgramTestSupport

/// Builds the files of the zoo.
struct ZooBuilder {
  let place: CProgram
  /// What is built, by its name in the zoo.
  private(set) var files: [String: URL] = [:]

  init(place: CProgram) {
    self.place = place
  }

  private func input(_ name: String) -> URL { place.folder.appending(path: name) }

  private mutating func keep(_ name: String, _ file: URL) { files[name] = file }

  /// Compiles what linkers are given.
  mutating func buildInputs() async throws {
    for (name, numbers) in [("shop", [1, 2]), ("cart", [3]), ("feed", [4, 5])] {
      keep("\(name).o", try await place.object(name, ZooSources.module(name, numbers)))
    }
    keep("moved.o", try await place.object("moved", ZooSources.module("cart", [3], moved: 7)))
    keep("main.o", try await place.object("main", ZooSources.main(using: ["shop"])))
    keep("all.o", try await place.object("all", ZooSources.main(using: ["shop", "cart"])))
    keep(
      "lib.a", try await place.archive("lib.a", [input("shop.o"), input("cart.o")]))
    for (name, number) in [("grouped", 6), ("regrouped", 7)] {
      let source = ZooSources.grouped(name, number: number, symbol: name)
      keep("\(name).o", try await place.assembled(name, source))
    }
    let groupedMain = try await place.object(
      "groupedMain", "void grouped_marker(void);\nint main(void) { grouped_marker(); }\n")
    keep("groupedMain.o", groupedMain)
    let apple = ["-target", "arm64-apple-macosx14.0", "-ffreestanding"]
    for (name, numbers) in [("apple", [1]), ("appleCart", [3])] {
      keep("\(name).o", try await place.object(name, ZooSources.machO(name, numbers), apple))
    }
    keep(
      "apple.a", try await place.archive("apple.a", [input("apple.o"), input("appleCart.o")]))
    keep(
      "bitcode.o",
      try await place.object(
        "bitcode", ZooSources.module("bit", [8]), ["-fPIC", "-fembed-bitcode"]))
    keep(
      "lto.o", try await place.object("lto", ZooSources.module("lto", [8]), ["-fPIC", "-flto"]))
    keep("mixed.a", try await place.archive("mixed.a", [input("shop.o"), input("lto.o")]))
  }

  /// Links all that every linker can make.
  mutating func build(with linker: String) async throws {
    let use = ["-fuse-ld=\(linker)"]
    let (main, archive) = (input("main.o"), input("lib.a"))
    let partial = try await link("\(linker)/partial", [main, archive], use)
    let whole = try await link(
      "\(linker)/whole", [main, archive], use + ["-Wl,--whole-archive"], ["-Wl,--no-whole-archive"])
    let lone = try await link("\(linker)/lone", [main, input("shop.o")], use)
    let library = try await link(
      "\(linker)/library", [input("shop.o")], use + ["-shared", "-Wl,-z,nodelete"])
    try await link("\(linker)/unloadable", [input("shop.o")], use + ["-shared"])
    try await link(
      "\(linker)/collected", [input("groupedMain.o"), input("grouped.o")],
      use + ["-Wl,--gc-sections"])
    try await link(
      "\(linker)/grouped",
      [input("groupedMain.o"), input("grouped.o"), input("regrouped.o")], use)
    for (name, file) in [("partial", partial), ("whole", whole), ("lone", lone)]
    where Toolchain.path(of: "strip") != nil {
      try await change(file, into: "\(linker)/\(name)Stripped", by: "strip", [])
    }
    if Toolchain.path(of: "strip") != nil {
      try await change(
        whole, into: "\(linker)/removed", by: "strip", ["-R", ".note*"])
    }
    if Toolchain.path(of: "llvm-objcopy") != nil {
      try await change(
        whole, into: "\(linker)/zeroed", by: "llvm-objcopy", ["-R", ".note.modkit"])
      try await change(
        library, into: "\(linker)/sectionless", by: "llvm-objcopy", ["--strip-sections"])
    }
    // gold does not read scripts that add to its own.
    if linker != "gold" {
      let script = place.folder.appending(path: "\(linker)-discard.ld")
      try ZooSources.discarding.write(to: script, atomically: true, encoding: .utf8)
      try await link(
        "\(linker)/discarded", [main, archive], use + ["-Wl,-T,\(script.path)"])
    }
  }

  /// Links what only one linker makes, and what needs other tools.
  mutating func buildOthers() async throws {
    let shop = input("shop.o")
    if Zoo.linkers.contains("lld") {
      let use = ["-fuse-ld=lld", "-shared"]
      try await link("packed", [shop], use + ["-Wl,-z,pack-relative-relocs"])
      let sanitized = try await place.object(
        "sanitized", ZooSources.module("sane", [1, 2, 3]), ["-fPIC", "-fsanitize=address"])
      try await link("sanitized", [sanitized], use + ["-fsanitize=address"])
      try await buildToolkits(use)
    }
    guard Zoo.linkers.contains("bfd") else { return }
    let use = ["-fuse-ld=bfd"]
    try await link(
      "writableCode", [input("main.o"), shop],
      use + ["-Wl,-z,noseparate-code", "-Wl,--no-warn-rwx-segments"])
    if Toolchain.path(of: "objcopy") != nil, let whole = files["bfd/whole"] {
      try await change(
        whole, into: "displaced", by: "objcopy", ["-R", ".note.gnu.property"])
    }
    if Toolchain.path(of: "patchelf") != nil, let whole = files["bfd/whole"] {
      try await change(
        whole, into: "patched", by: "patchelf",
        ["--set-rpath", "/a/path/long/enough/that/the/tables/at/the/front/have/to/move/away"])
    }
  }

  /// Libraries with and without the toolkit.
  private mutating func buildToolkits(_ use: [String]) async throws {
    let toolkit = try await place.object("toolkit", ZooSources.toolkit)
    let user = try await place.object("toolkitUser", ZooSources.toolkitUser)
    let shop = input("shop.o")
    let name = "libModularityKitDynamic.so"
    let dynamic = try await link(
      "toolkit", [toolkit], use + ["-Wl,-soname,\(name)"])
    try await link("toolkitGuest", [shop, user], use)
    try await link("toolkitSharer", [shop, user, dynamic], use)
    try await link("toolkitCopy", [shop, toolkit], use)
    try await link("toolkitTwice", [shop, toolkit, user, dynamic], use + ["-Wl,--no-as-needed"])
  }

  @discardableResult
  private mutating func link(
    _ name: String, _ inputs: [URL], _ options: [String], _ last: [String] = []
  ) async throws -> URL {
    let file = try await place.link(
      name.replacing("/", with: "-"), inputs, options, last: last)
    keep(name, file)
    return file
  }

  private mutating func change(
    _ file: URL, into name: String, by tool: String, _ options: [String]
  ) async throws {
    keep(
      name,
      try await place.changed(
        file, into: name.replacing("/", with: "-"), by: tool, options))
  }
}
