import Catalog
import SectionRegistry

/// Prints all records, of the libraries too that it is told to load.
@main
struct Store {
  static func main() throws {
    for path in CommandLine.arguments.dropFirst() {
      let added = try SectionRegistry.loadLibrary(at: path)
      print("loaded", added.map(\.key).joined(separator: ", "))
    }
    report()
    let pages = SectionRegistry.records(of: "page").compactMap { $0.load(as: (any Page).self) }
    print("pages", pages.map(\.title).joined(separator: ", "))
  }
}

#record("text", key: "store", as: String.self) { "from Store" }
