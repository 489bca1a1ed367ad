import Declarations
import Synchronization
import Testing

@testable import SectionRegistry

/// The store, over a process that the test makes up.
@Suite struct RecordStoreTests {
  /// A process whose images come when the test says so.
  private final class FakeProcess: Sendable {
    struct State {
      var images: [FakeImage] = []
      var generation = ImageGeneration(loaded: 1, unloaded: 0)
      var scans = 0
    }
    let state = Mutex(State())

    func load(_ image: FakeImage) {
      state.withLock { state in
        state.images.append(image)
        state.generation.loaded += 1
      }
    }

    /// An image without records: the generation changes and nothing else.
    func loadOther() {
      state.withLock { $0.generation.loaded += 1 }
    }

    var scans: Int { state.withLock(\.scans) }

    func makeStore(disabling list: String = "") -> RecordStore {
      RecordStore(
        filters: RecordFilters(list: list),
        loadedImages: { self.state.withLock(\.generation.loaded) },
        scan: {
          self.state.withLock { state in
            state.scans += 1
            return ImageScan(
              generation: state.generation, images: state.images.map(\.records), problems: [])
          }
        })
    }
  }

  private let process = FakeProcess()

  @Test func `Queries scan once until an image is loaded`() {
    process.load(FakeImage([RecordFields("a")]))
    let store = process.makeStore()
    for _ in 0..<10 {
      #expect(store.records(of: "test").map(\.key) == ["a"])
      #expect(store.records(of: "none").isEmpty)
    }
    #expect(process.scans == 1)
  }

  @Test(arguments: 0...9) func `A kind is found among any number of kinds`(count: Int) {
    let kinds = (0..<10).map { RecordKind(rawValue: 0x6161_6161 + 2 * UInt32($0)) }
    process.load(
      FakeImage(
        kinds.prefix(count).enumerated().map { number, kind in
          RecordFields("\(number)", kind: kind, line: UInt32(number + 1))
        }))
    let store = process.makeStore()
    for (number, kind) in kinds.enumerated() {
      #expect(store.records(of: kind).map(\.key) == (number < count ? ["\(number)"] : []))
      #expect(store.records(of: RecordKind(rawValue: kind.rawValue - 1)).isEmpty)
    }
  }

  @Test func `A process without records scans once, too`() {
    let store = process.makeStore()
    for _ in 0..<10 { #expect(store.records(of: "test").isEmpty) }
    #expect(process.scans == 1)
  }

  @Test func `Records of a new image are found at the next query`() {
    process.load(FakeImage([RecordFields("a")]))
    let store = process.makeStore()
    #expect(store.records(of: "test").count == 1)
    process.load(FakeImage(path: "/b", [RecordFields("b", line: 2)]))
    #expect(store.records(of: "test").map(\.key) == ["a", "b"])
    #expect(process.scans == 2)
  }

  @Test func `An observer gets the records of new images once`() {
    process.load(FakeImage([RecordFields("a")]))
    let store = process.makeStore()
    let seen = Mutex<[[String]]>([])
    _ = store.observe { added in seen.withLock { $0.append(added.map(\.key)) } }
    store.refresh()
    #expect(seen.withLock(\.self).isEmpty, "what was there before is not news")

    process.load(FakeImage(path: "/b", [RecordFields("c", line: 3), RecordFields("b", line: 2)]))
    store.refresh()
    store.refresh()
    process.loadOther()
    store.refresh()
    #expect(seen.withLock(\.self) == [["b", "c"]])
  }

  @Test func `A cancelled observer is not called`() {
    let store = process.makeStore()
    let count = Mutex(0)
    let observation = store.observe { _ in count.withLock { $0 += 1 } }
    store.removeObserver(observation)
    process.load(FakeImage([RecordFields("a")]))
    store.refresh()
    #expect(count.withLock(\.self) == 0)
  }

  @Test func `An observer may use the store, and cancel itself`() {
    let store = process.makeStore()
    let seen = Mutex<[String]>([])
    let own = Mutex<UInt64?>(nil)
    let id = store.observe { added in
      seen.withLock { $0 += store.records(of: "test").map(\.key) }
      if let id = own.withLock(\.self) { store.removeObserver(id) }
    }
    own.withLock { $0 = id }
    process.load(FakeImage([RecordFields("a")]))
    store.refresh()
    process.load(FakeImage(path: "/b", [RecordFields("b", line: 2)]))
    store.refresh()
    #expect(seen.withLock(\.self) == ["a"])
  }

  @Test func `Disabling takes effect at once and can be undone`() {
    process.load(FakeImage([RecordFields("a"), RecordFields("b", line: 2)]))
    let store = process.makeStore()
    #expect(store.records(of: "test").count == 2)
    store.disable(.key("test", "a"))
    #expect(store.records(of: "test").map(\.key) == ["b"])
    #expect(store.disabledRecords.map(\.key) == ["a"])
    store.enable(.key("test", "a"))
    #expect(store.records(of: "test").map(\.key) == ["a", "b"])
    #expect(store.disabledRecords.isEmpty)
  }

  @Test func `Records enabled later are not announced as new`() {
    process.load(FakeImage([RecordFields("a")]))
    let store = process.makeStore(disabling: "Shop")
    let count = Mutex(0)
    _ = store.observe { _ in count.withLock { $0 += 1 } }
    store.enable(.module("Shop"))
    #expect(store.records(of: "test").count == 1)
    #expect(count.withLock(\.self) == 0)
  }

  @Test func `The revision changes when an image is loaded, and only then`() {
    let store = process.makeStore()
    var last = store.revision
    for image in [FakeImage([RecordFields("a")]), nil, FakeImage([RecordFields("b", line: 2)])] {
      #expect(store.revision == last)
      if let image { process.load(image) } else { process.loadOther() }
      #expect(store.revision != last)
      last = store.revision
      _ = store.records(of: "test")
      store.refresh()
      store.forgetSnapshot()
    }
    #expect(store.revision == last)
  }

  @Test func `The revision changes when a filter does, and only then`() {
    process.load(FakeImage([RecordFields("a")]))
    let store = process.makeStore(disabling: "Elsewhere")
    var revisions = [store.revision]
    store.disable(.module("Elsewhere"))
    store.enable(.module("Shop"))
    #expect(store.revision == revisions[0], "nothing was changed")
    for change in [store.disable, store.enable, store.disable] {
      change(.module("Shop"))
      #expect(!revisions.contains(store.revision))
      revisions.append(store.revision)
      change(.module("Shop"))
      #expect(store.revision == revisions.last)
    }
  }

  @Test func `A query that follows a new revision sees the change`() async {
    process.load(FakeImage([RecordFields("a")]))
    let store = process.makeStore()
    _ = store.records(of: "test")
    let first = store.revision
    // Each change comes once, so the revision says which of them were made.
    let filters = (0..<200).map { RecordFilter.module("M\($0)") }
    let last = filters[filters.count - 1]
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for filter in filters { store.disable(filter) }
      }
      group.addTask {
        var made: UInt64 = 0
        while made < UInt64(filters.count) {
          made = store.revision.filterChanges - first.filterChanges
          let unmatched = store.problems.count { $0.code == .unmatchedFilter }
          #expect(unmatched >= made)
          await Task.yield()
        }
        #expect(store.problems.contains { $0.message.contains("\(last)") })
      }
    }
  }

  @Test func `An address in an image's code leads to that image`() throws {
    let store = process.makeStore()
    #expect(store.image(ofCodeAt: FakeImage.code.lowerBound) == nil)
    process.load(FakeImage([RecordFields("a")]))
    let image = try #require(store.records(of: "test").first).image
    #expect(store.image(ofCodeAt: FakeImage.code.lowerBound) === image)
    #expect(store.image(ofCodeAt: FakeImage.code.upperBound - 1) === image)
    #expect(store.image(ofCodeAt: FakeImage.code.lowerBound - 1) == nil)
    #expect(store.image(ofCodeAt: FakeImage.code.upperBound) == nil)
  }

  @Test func `A mismatch is listed once, however often it happens`() throws {
    process.load(FakeImage([RecordFields("a")]))
    let store = process.makeStore()
    let record = try #require(store.records(of: "test").first)
    store.report(.typeMismatch(of: record, asked: "Int"))
    store.report(.typeMismatch(of: record, asked: "Int"))
    store.report(.typeMismatch(of: record, asked: "String"))
    #expect(store.problems.map(\.code) == [.typeMismatch, .typeMismatch])
  }

  @Test func `Queries during loading lose no record and announce none twice`() async {
    let store = process.makeStore()
    let announced = Mutex<[String]>([])
    _ = store.observe { added in announced.withLock { $0 += added.map(\.key) } }
    let imageCount = 60
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<imageCount {
          self.process.load(
            FakeImage(path: "/\(number)", [RecordFields("\(number)", line: UInt32(number + 1))]))
        }
      }
      for reader in 0..<4 {
        group.addTask {
          var last = 0
          while last < imageCount {
            let records = store.records(of: "test")
            #expect(records.count >= last, "a reader never goes back in time")
            #expect(records.map(\.line) == Array(1..<(records.count + 1)))
            last = records.count
            if reader == 0 {
              store.disable(.module("Elsewhere"))
              store.enable(.module("Elsewhere"))
            }
            await Task.yield()
          }
        }
      }
    }
    store.refresh()
    #expect(announced.withLock(\.self).sorted() == (0..<imageCount).map(\.description).sorted())
  }
}
