import Glibc
import SectionRegistry
import Synchronization

/// Loads libraries on several threads while others ask for records, and prints
/// the keys that were found in the end and those that were announced.
@main
struct Crowd {
  static let paths = Array(CommandLine.arguments.dropFirst())
  static let next = Atomic(0)
  static let loading = Atomic(loaders)
  static let announced = Mutex<[String]>([])
  static let loaders = 4
  static let queriers = 3

  static func main() {
    SectionRegistry.onChange { added in
      announced.withLock { $0 += added.map(\.key) }
    }
    let threads =
      (0..<loaders).map { _ in start(load) } + (0..<queriers).map { _ in start(query) }
    for thread in threads { pthread_join(thread, nil) }
    SectionRegistry.refresh()

    print("found", keys(SectionRegistry.records.map(\.key)))
    print("announced", keys(announced.withLock(\.self)))
    for problem in SectionRegistry.problems { print("problem \(problem.code): \(problem.message)") }
  }

  /// Loads every library that no other thread has taken, some behind the
  /// registry's back.
  static func load() {
    while case let index = next.add(1, ordering: .relaxed).oldValue, index < paths.count {
      if index.isMultiple(of: 2) {
        do { try SectionRegistry.loadLibrary(at: paths[index]) } catch { print(error) }
      } else if dlopen(paths[index], RTLD_NOW) == nil {
        print(String(cString: dlerror()))
      }
    }
    loading.subtract(1, ordering: .releasing)
  }

  /// Asks for records as long as anything is loaded; their number only grows.
  static func query() {
    var count = 0
    repeat {
      let found = SectionRegistry.records(of: "raw ").count
      if found < count { print("lost records:", count, "before,", found, "now") }
      count = found
    } while loading.load(ordering: .acquiring) > 0
  }

  static func keys(_ keys: [String]) -> String {
    keys.compactMap { Int($0) }.sorted().map(String.init).joined(separator: " ")
  }

  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Box(body: body)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, context)
    return thread
  }

  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
