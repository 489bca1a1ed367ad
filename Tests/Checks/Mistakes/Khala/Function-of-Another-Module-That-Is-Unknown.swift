// A routing class is called as a type of another module.
// Modules do not import each other: call the URL, or a contract.
import Khala

func show() {
  print(Catalog().count())
  // 9: error: cannot find 'Catalog' in scope
}
