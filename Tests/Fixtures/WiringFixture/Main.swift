@main
enum WiringFixture {
  static func main() {}
}
