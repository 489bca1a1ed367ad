import Shop

// The app knows Shop alone: neither SectionRegistry nor any macro library.
#page("home") { "Welcome" }

@main
struct App {
  #page("about") {
    "Who we are"
  }

  static func main() {
    for page in pages() { print(page.name, page.text, page.detail) }
  }
}
