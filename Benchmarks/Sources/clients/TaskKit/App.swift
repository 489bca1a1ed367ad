import TaskKit

#task("Greet", on: .didFinishLaunching) { print("hello") }

@main enum App {
  static func main() {}
}
