import SectionRegistry

/// Loads what cannot be loaded, and prints why.
@main
struct Failing {
  static func main() {
    for path in CommandLine.arguments.dropFirst() {
      do {
        print("loaded", try SectionRegistry.loadLibrary(at: path))
      } catch {
        print(error)
      }
    }
  }
}
