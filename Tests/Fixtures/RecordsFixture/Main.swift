@main
enum RecordsFixture {
  static func main() {}
}
