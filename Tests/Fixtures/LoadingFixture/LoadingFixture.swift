import Bridge
import Dispatch
import Foundation
import SectionRegistry

/// Loads the modules it is told to, and says of each what became of it.
///
/// An argument `open:PATH` opens a library by other means, as does code that knows
/// nothing of Bridge; `all:PATH,PATH…` loads several from as many threads.
@main
struct LoadingFixture {
  static func main() {
    for argument in CommandLine.arguments.dropFirst() {
      do {
        if argument.hasPrefix("open:") {
          try SectionRegistry.loadLibrary(at: String(argument.dropFirst("open:".count)))
          print("opened")
        } else if argument.hasPrefix("all:") {
          let paths = argument.dropFirst("all:".count).split(separator: ",").map(String.init)
          DispatchQueue.concurrentPerform(iterations: paths.count) { number in
            do { try Bridge.load(moduleAt: paths[number]) } catch { print("unexpected \(error)") }
          }
        } else {
          let module = try Bridge.load(moduleAt: argument)
          let keys = module.records.map(\.key).joined(separator: ",")
          print("loaded \(keys) problems \(module.problems.map(\.code))")
        }
      } catch let error as LoadingError {
        print("\(error.code) \(error.locations) \(error)")
      } catch {
        print("unexpected \(error)")
      }
    }
    let loaded = Bridge.loadedModules.map { URL(filePath: $0.path).lastPathComponent }.sorted()
    print("modules \(loaded.joined(separator: ","))")
    let raw = SectionRegistry.records.filter { $0.kind == "raw " }.map(\.key)
    print("records \(raw.joined(separator: ","))")
    print("mapped \(mapped.joined(separator: ","))")
  }

  /// The tests' libraries among the files that this process has mapped.
  private static var mapped: [String] {
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")
    let bytes = (try? maps?.readToEnd()) ?? Data()
    let files = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: "/").last.map(String.init) }
    return Set(files.filter { $0.hasPrefix("libTest") }).sorted()
  }
}
