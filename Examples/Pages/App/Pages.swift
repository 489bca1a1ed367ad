import PageContract
import SectionRegistry

// The modules are linked because the manifest names them. No module imports them.

/// Shows a page, or lists all of them with where they were declared.
@main
struct PagesApp {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first else {
      for record in SectionRegistry.records(of: .page) {
        print("\(record.key): declared in \(record.fileID):\(record.line) \(record.detail)")
      }
      return
    }
    guard let page = Pages.page(named: name) else {
      print("There is no page '\(name)'. There are: \(Pages.names.joined(separator: ", ")).")
      return
    }
    print(page.text(for: arguments.dropFirst().first ?? "a bicycle"))
  }
}
