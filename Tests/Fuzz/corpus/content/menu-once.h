#pragma once
namespace menu {
using namespace std;
template <class T> class Soup {
public:
  virtual T eat();
private:
  std::string name;
};
}
@@