import Testing

@testable import EditorServer

@Suite struct ProgramWatchTests {
  @Test func `A file is reported once, when two looks see the same`() throws {
    let shop = try ShopFolder()
    var watch = ProgramWatch(ProgramSearch(roots: [shop.root], named: []))
    #expect(watch.look(isFirst: true).isEmpty)
    try shop.link(["Sync"])
    #expect(watch.look().isEmpty)
    #expect(watch.isSettling)
    #expect(watch.look() == [FilePath.resolved(shop.build) + "/shop"])
    #expect(!watch.isSettling)
    #expect(watch.look().isEmpty)
  }

  @Test func `A file that grows is waited for`() throws {
    let shop = try ShopFolder()
    try shop.link(["Sync"])
    var watch = ProgramWatch(ProgramSearch(roots: [shop.root], named: []))
    #expect(watch.look(isFirst: true).count == 1)
    for count in 2...5 {
      try shop.link((0..<count).map { "Task\($0)" })
      #expect(watch.look().isEmpty)
    }
    #expect(watch.look().count == 1)
  }

  @Test func `A file that was written while it was read is reported again`() throws {
    let shop = try ShopFolder()
    try shop.link(["Sync"])
    var watch = ProgramWatch(ProgramSearch(roots: [shop.root], named: []))
    let path = try #require(watch.look(isFirst: true).first)
    watch.forget(path)
    #expect(watch.look().isEmpty)
    #expect(watch.look() == [path])
  }

  @Test func `Folders, tests and files with another extension are no programs`() throws {
    let shop = try ShopFolder()
    for name in ["a.xctest", "b.o", "c.swiftmodule", "libShop.so", "shop"] {
      try shop.link(["Sync"], program: name)
    }
    var watch = ProgramWatch(ProgramSearch(roots: [shop.root], named: []))
    #expect(
      watch.look(isFirst: true).map { $0.split(separator: "/").last } == ["libShop.so", "shop"])
  }
}
