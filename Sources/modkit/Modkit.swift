@main
enum Modkit {
  static func main() {}
}
