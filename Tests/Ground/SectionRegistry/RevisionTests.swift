#if os(Linux)
  import Foundation
  import Testing

  @testable import SectionRegistry

  #record("trev", key: "here") { 1 }

  private let here: @convention(c) () -> Void = {}

  /// The revision and the images of this process, into which tests load
  /// libraries.
  ///
  /// Other tests load libraries too, so nothing here relies on a revision that
  /// stays.
  @Suite struct RevisionTests {
    @Test func `A library that is opened directly is found at once`() throws {
      for number in 0..<3 {
        let key = "seen \(number)"
        let library = try CLibraryOnDisk(key: key)
        #expect(!SectionRegistry.records(of: "clib").contains { $0.key == key })
        let before = SectionRegistry.revision
        let handle = try library.open()
        #expect(SectionRegistry.revision != before)
        let record = try #require(SectionRegistry.records(of: "clib").first { $0.key == key })
        #expect(record.imagePath == library.path)
        #expect(
          SectionRegistry.imageID(ofCodeAt: handle.address(of: "answer")) == record.imageID)
      }
    }

    @Test func `A library after one without records is found, too`() throws {
      let plain = try CLibraryOnDisk(key: nil)
      let between = try plain.open()
      SectionRegistry.refresh()
      let before = SectionRegistry.revision
      let library = try CLibraryOnDisk(key: "behind")
      _ = try library.open()
      #expect(SectionRegistry.revision != before)
      #expect(SectionRegistry.records(of: "clib").contains { $0.key == "behind" })
      between.close()
      #expect(!plain.isLoaded)
    }

    @Test func `A library without records can be closed after any number of queries`() throws {
      let library = try CLibraryOnDisk(key: nil)
      let handle = try library.open()
      for _ in 0..<10 {
        _ = SectionRegistry.revision
        SectionRegistry.refresh()
      }
      #expect(SectionRegistry.imageID(ofCodeAt: handle.address(of: "answer")) == nil)
      #expect(library.isLoaded)
      handle.close()
      #expect(!library.isLoaded)
    }

    @Test func `Threads may query while others load and close libraries`() async throws {
      let libraries = try (0..<2).map { _ in try CLibraryOnDisk(key: nil) }
      let late = try CLibraryOnDisk(key: "late")
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for library in libraries {
          group.addTask {
            for _ in 0..<2_000 {
              try library.open().close()
              #expect(!library.isLoaded)
              await Task.yield()
            }
            return true
          }
        }
        for _ in 0..<2 {
          group.addTask {
            var last: UInt64 = 0
            while !Task.isCancelled {
              let loaded = SectionRegistry.revision.loadedImages
              #expect(loaded >= last, "the count never falls")
              last = loaded
              #expect(SectionRegistry.records(of: "trev").map(\.key) == ["here"])
              await Task.yield()
            }
            return false
          }
        }
        var loaders = libraries.count
        while loaders > 0, let wasLoader = try await group.next() {
          if wasLoader { loaders -= 1 }
        }
        _ = try late.open()
        #expect(SectionRegistry.records(of: "clib").contains { $0.key == "late" })
        group.cancelAll()
      }
    }

    @Test func `An address of code in this image is found, other addresses are not`() throws {
      let record = try #require(SectionRegistry.records(of: "trev").first)
      let address = unsafe unsafeBitCast(here, to: UInt.self)
      #expect(SectionRegistry.imageID(ofCodeAt: address) == record.imageID)
      #expect(SectionRegistry.imageID(ofCodeAt: 0) == nil)

      let heap = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
      defer { unsafe heap.deallocate() }
      #expect(SectionRegistry.imageID(ofCodeAt: UInt(bitPattern: heap)) == nil)
      var local = 0
      let stack = unsafe withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
      #expect(SectionRegistry.imageID(ofCodeAt: stack) == nil)
    }
  }
#endif
